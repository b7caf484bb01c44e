"""Writes cases.jsonl: the worked examples of UltraG-Bench's specification, in its machine form, with the values it states."""

import json
import pathlib

B = lambda x, y, w, h: [x, y, x + w, y, x + w, y + h, x, y + h]
CASES = []


def case(name, kind, input, strict, reference=None):
    CASES.append({"name": name, "kind": kind, "input": input, "expected_strict": strict, "expected_reference": strict if reference is None else reference})


def mask(name, w, h, reference, prediction, strict, ref=None, areas=None, valid=True):
    overlap = lambda pair: {"iou": pair[0], "dice": pair[1]}
    own = overlap(strict) | {"mask_valid": valid}
    if areas:
        own |= {"pred_area": areas[0], "ref_area": areas[1]}
    case(name, "mask", {"width": w, "height": h, "reference": reference, "prediction": prediction}, own, overlap(strict if ref is None else ref))


mask("E01", 8, 8, [], None, (1, 1))
mask("E02", 8, 8, [], {"type": "bbox", "bbox_xywh": [1, 1, 3, 3]}, (0, 0), areas=(9, 0))
mask("E03", 8, 8, [B(0, 0, 8, 8)], {"type": "polygon", "points": [[0, 0], [8, 8], [8, 0], [0, 8]]}, (0.5, 0.666667), areas=(32, 64))
mask("E04", 8, 8, [B(1.5, 1.5, 2, 2)], [1.5, 1.5, 2, 2], (0.444444, 0.615385), areas=(9, 4))
mask("E05a", 10, 10, [B(2, 2, 4, 4)], {"bbox": [2, 2, 6, 6]}, (0.444444, 0.615385), areas=(36, 16))
mask("E05b", 10, 10, [B(2, 2, 4, 4)], {"bbox": [[2, 2, 6, 6]]}, (1, 1), areas=(16, 16))
mask("E06", 10, 10, [B(0, 0, 2, 2), B(6, 6, 2, 2)], [[0, 0, 2, 2], [6, 6, 2, 2]], (1, 1), (0.1, 0.181818), areas=(8, 8))
mask("E07", 6, 6, [], "left lobe", (0, 0), (1, 1), valid=False)
mask("E08", 4, 3, [B(1, 0, 2, 2)], {"type": "rle", "size": [3, 4], "counts": [3, 2, 1, 2, 4]}, (1, 1), (0, 0), areas=(4, 4))
mask("E09", 6, 6, [B(0, 0, 4, 4), B(2, 2, 4, 4)], [0, 0, 6, 6], (0.777778, 0.875), areas=(36, 28))
mask("E33", 8, 8, [B(2, 2, 4, 4)], {"type": "polygon", "points": [[[2, 2], [6, 2], [6, 6], [2, 6]]]}, (1, 1), (0, 0))
mask("E35", 6, 6, [[0, 0, 6, 0, 0, 6]], {"polygon": [[0, 0], [5, 0], [0, 5]]}, (0.666667, 0.8), areas=(10, 15))

fenced = "```json\n" + json.dumps({"answer": "It is [SEG].", "predicted_mask": {"x_min": 5, "y_min": 5, "x_max": 1, "y_max": 1}}) + "\n```"
case("E10", "seg", {"width": 6, "height": 6, "reference": [], "response": "I cannot see a target."},
     {"format_ok": False, "iou": 0, "dice": 0, "seg_token_ok": 0}, {"format_ok": False, "iou": None, "dice": None, "seg_token_ok": None})
case("E11", "seg", {"width": 6, "height": 6, "reference": [B(1, 1, 4, 4)], "response": fenced}, {"format_ok": True, "iou": 1, "dice": 1, "seg_token_ok": 1})


def vqa(name, kind, answer, predicted, strict, reference=None, frame=(8, 8), mask=None, segmentation=(), grounded=False, organ="thyroid", categories=("thyroid nodule",)):
    response = json.dumps({"answer": predicted, "predicted_mask": mask})
    input = {"width": frame[0], "height": frame[1], "reference": list(segmentation), "response": response, "ref_answer": answer, "answer_type": kind,
             "requires_grounding": grounded, "categories": list(categories), "organ": organ}
    row = lambda values: dict(zip(["answer_correct", "iou", "grounded_correct"], values)) | {"format_ok": True}
    case(name, "vqa", input, row(strict), row(strict if reference is None else reference))


vqa("E12", "location", "The kidney is centered in the upper-left image region.", "upper left", (1, 0.5, 0), mask=[0, 0, 4, 4], segmentation=[B(0, 0, 4, 2)],
    grounded=True, organ="kidney", categories=["kidney"])
vqa("E13", "yes_no", "No labeled target is available.", "Nodule clearly seen.", (0, None, None), (1, None, None))
vqa("E14", "yes_no", "No.", None, (0, None, None), (1, None, None))
vqa("E15", "yes_no", "No, the boundary is not available.", "No.", (1, None, None), mask=[0, 0, 8, 8])
vqa("E16", "location", "The A-line is centered in the upper-central image region.", "Upper center of the image.", (1, 1, 1), (0, 1, 0), mask=[2, 0, 4, 2],
    segmentation=[B(2, 0, 4, 2)], grounded=True, organ="lung", categories=["A-line"])
vqa("E17", "count", "There are 2 distinct labeled targets.", "There are 3 distinct labeled targets.", (0, 1, 0), (1, 1, 1), mask={"masks": [[0, 0, 2, 2], [5, 5, 2, 2]]},
    segmentation=[B(0, 0, 2, 2), B(5, 5, 2, 2)], grounded=True)
vqa("E31", "area_ratio", "The kidney occupies approximately 12.50% of the image.", "About 14 percent.", (1, None, None), (0, None, None), organ="kidney", categories=["kidney"])
vqa("E32", "location", "No target is available for localization.", "No target is visible.", (1, None, None), (0, None, None))
vqa("E34", "classification", "The supplied label is benign.", "Benign or malignant.", (1, None, None))

for name, text, strict, reference in [
    ("E18", "Extent of about 1,024 x 768 pixels.", [1024, 768], [24, 768]),
    ("E19", "Extent 120 px × 80 px.", [120, 80], None),
    ("E20", "Measures 50x40x30.", [50, 40], None),
    ("E21", "Measures 50 x 40 mm, i.e. 200 by 160 pixels.", [200, 160], [50, 40]),
]:
    case(name, "size_pair", {"text": text}, {"pair": strict}, {"pair": reference})

X = ["The prostate gland is visible in the middle-central image region.", "Its visible extent is approximately 200.0 x 150.0 pixels.",
     "Visible prostate gland target for segmentation."]
Y = ["1 visible thyroid nodule target is centered in the upper-left image region.", "Visible thyroid ultrasound targets available for segmentation: thyroid nodule."]


def report(name, organ, categories, reference, predicted, strict, quirky, rouge):
    response = json.dumps({"report": [{"section": "Findings", "text": text} for text in predicted]})
    row = lambda values: dict(zip(["presence", "category", "location", "size", "sem_acc"], values)) | {"rouge_l": rouge, "format_ok": True}
    case(name, "report", {"organ": organ, "categories": categories, "reference_sentences": reference, "response": response}, row(strict), row(quirky))


report("E22", "prostate", ["prostate"], X, ["The prostate is seen in the middle-central region.", "It spans 120 x 240 pixels."], (1, 1, 1, 1, 1), (1, 1, 1, 1, 1), 0.465116)
report("E23", "prostate", ["prostate"], X, ["Prostate in the middle center.", "Extent 210 × 150 px."], (1, 1, 1, 1, 1), (1, 1, 0, 0, 0.5), 0.324324)
report("E24", "thyroid", ["thyroid nodule"], Y, ["There is no shadowing.", "A thyroid nodule lies in the upper-left region."], (1, 1, 1, 1, 1), (0, 1, 1, None, 0.666667), 0.4)
report("E25", "liver", ["liver lesion"], ["The liver lesion is visible in the middle-central image region."],
       ["No focal liver lesion is seen in the middle-central region."], (0, 1, 1, 1, 0.75), (0, 1, 1, None, 0.666667), 0.727273)
report("E26", "thyroid", [], ["No labeled thyroid ultrasound target is available in this image.", "No thyroid ultrasound target is available for segmentation."],
       ["No target is visible."], (1, 1, 1, 1, 1), (1, None, None, None, 1), 0.272727)
names = ["presence", "category", "location", "size", "sem_acc", "rouge_l"]
case("E27", "report", {"organ": "thyroid", "categories": ["thyroid nodule"], "reference_sentences": Y, "response": "{\"report\": null}"},
     dict.fromkeys(names, 0) | {"format_ok": False}, dict.fromkeys(names) | {"format_ok": False})

rows = [("a", 1.0), ("a", 0.5), ("b", None), ("c", 0.25), ("c", None)]
case("E28", "aggregate", {"rows": [{"image_id": image, "value": value} for image, value in rows]},
     {"image_macro": 0.291667, "n_images": 3, "sample_mean": 0.35, "n_samples": 5, "format_success_rate": 0.6},
     {"image_macro": 0.5, "n_images": 2, "sample_mean": 0.583333, "n_samples": 3, "format_success_rate": 0.6})
nodule = lambda id, bbox, area: {"id": id, "category": "thyroid nodule", "bbox": bbox, "area": area}
masks = [{"id": 4, "area_ratio": 0.02001, "long_axis_px": 40, "short_axis_px": 33.33, "location_grid": "upper-central", "boundary_contact": ["top"], "bbox_xywh": [80, 0, 40, 33.33],
          "mask_area_px": 900.46},
         {"id": 6, "area_ratio": 0.088889, "long_axis_px": 101, "short_axis_px": 51, "location_grid": "lower-right", "boundary_contact": ["right", "bottom"]}]
case("E29", "facts", {"width": 300, "height": 150, "annotations": [nodule(4, [80.004, 0, 40, 33.333], 900.456), nodule(5, [80, 0, 40.001, 33.33], 900.4601),
                                                                  nodule(6, [199, 99, 101, 51], 4000)]},
     {"masks": masks, "counts": {"thyroid nodule": 2}, "merged_duplicate_annotations": 1})
for name, severities, score, passes in [("E30a", ["critical", "minor", "minor", "info"], 69, False), ("E30b", ["major"], 90, False), ("E30c", ["minor"] * 4, 88, True)]:
    case(name, "validator_score", {"severities": severities}, {"score": score, "data_quality_pass": passes})

lines = [json.dumps(one, ensure_ascii=False) for one in CASES]
pathlib.Path(__file__).with_name("cases.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
