"""Scores one generated benchmark with GroundScope and its peers in one run, on one thread, and prints a table.

pip install numpy pycocotools faster-coco-eval hotcoco shapely
python benches/peers/compare.py [--runs N]   (builds the example and the command line first)
"""

import argparse
import contextlib
import io
import json
import os
import pathlib
import subprocess
import tempfile
import time

for name in ["RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"]:
    os.environ[name] = "1"

import numpy as np

IMAGES, CLASSES, BOXES = 815, 13, 4537
NAMES = "drusen ez_disruption erm fibrosis hard_exudates hrf irf macular_hole ped rpe_loss sdd srf vmt".split()


def generated(seed):
    """References and as many predictions, most of them near a reference, with two decimals, on scans of 768 x 496."""
    rng = np.random.default_rng(seed)
    images = [{"id": i, "file_name": f"scan-{i:04}.png", "width": 768, "height": 496} for i in range(IMAGES)]
    annotations, results = [], []
    for i in range(BOXES):
        image = i if i < IMAGES else int(rng.integers(IMAGES))
        category = int(rng.integers(CLASSES)) + 1
        x, y = rng.uniform(0, 640), rng.uniform(0, 420)
        w, h = rng.uniform(5, 100), rng.uniform(3, 53)
        box = [round(float(v), 2) for v in (x, y, w, h)]
        annotations.append({"id": i + 1, "image_id": image, "category_id": category, "bbox": box,
                            "area": box[2] * box[3], "iscrowd": 0})
        dx, dy, dw, dh = rng.uniform(0, [20, 10, 5, 2])
        found = [round(float(v), 2) for v in (x + dx, y + dy, max(w - dx + dw, 1), max(h - dy + dh, 1))]
        results.append({"image_id": image, "category_id": category, "bbox": found,
                        "score": round(float(rng.uniform()), 4)})
    categories = [{"id": i + 1, "name": name} for i, name in enumerate(NAMES)]
    return {"images": images, "annotations": annotations, "categories": categories}, results


def best(runs, job):
    """The shortest of several runs, in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        job()
        times.append((time.perf_counter() - start) * 1e3)
    return min(times)


def quiet(job):
    def run():
        with contextlib.redirect_stdout(io.StringIO()):
            return job()
    return run


def coco_evaluation(coco, evaluation, references, results):
    """A COCOeval over boxes, built anew and run from boxes in memory: what it prints is left out of nobody's time."""
    truth = coco(references)
    found = (truth.loadRes if hasattr(truth, "loadRes") else truth.load_res)(results)

    def job():
        run = evaluation(truth, found, "bbox")
        run.evaluate()
        run.accumulate()
        return run
    return job


def shapely_agg_iou(references, results):
    """AggIoU by shapely in Python, boxes parsed beforehand; prints nothing and counts as the command line does."""
    import shapely

    def corners(box):
        x, y, w, h = box
        return shapely.box(x, y, x + w, y + h)

    truth, found = {}, {}
    for row in references["annotations"]:
        truth.setdefault((row["image_id"], row["category_id"]), []).append(corners(row["bbox"]))
    for row in results:
        found.setdefault((row["image_id"], row["category_id"]), []).append(corners(row["bbox"]))

    def job():
        counts = np.zeros((CLASSES + 1, 3), dtype=int)
        total = 0.0
        for key in truth.keys() | found.keys():
            predictions = found.get(key, [])
            accounted = set()
            for g in truth.get(key, []):
                gathered = [i for i, p in enumerate(predictions)
                            if g.intersection(p).area / min(g.area, p.area) > 0.1]
                union = shapely.union_all([predictions[i] for i in gathered])
                value = g.intersection(union).area / g.union(union).area if gathered else 0.0
                total += value
                counts[key[1], 0 if value > 0.3 else 2] += 1
                if value > 0.3:
                    accounted.update(gathered)
            counts[key[1], 1] += len(predictions) - len(accounted)
        return counts, total
    return job


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=10)
    runs = arguments.parse_args().runs
    root = pathlib.Path(__file__).resolve().parents[2]
    cargo = ["cargo", "build", "--release", "-q"]
    subprocess.run(cargo + ["-p", "groundscope-benches", "--example", "peers"], cwd=root, check=True)
    subprocess.run(cargo + ["-p", "groundscope-cli"], cwd=root, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release"
    references, results = generated(1)
    table = []
    with tempfile.TemporaryDirectory() as folder:
        r, p = (pathlib.Path(folder) / name for name in ("references.json", "results.json"))
        r.write_text(json.dumps(references))
        p.write_text(json.dumps(results))
        ours = json.loads(subprocess.run([target / "examples/peers", r, p], check=True, capture_output=True).stdout)
        command = [target / "groundscope", "score", "grounding", "--references", r, "--predictions", p, "--json"]
        whole = best(runs, lambda: subprocess.run(command, check=True, capture_output=True))
        report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)

        import faster_coco_eval
        import hotcoco
        import pycocotools.coco
        import pycocotools.cocoeval
        peers = {"pycocotools": (pycocotools.coco.COCO, pycocotools.cocoeval.COCOeval),
                 "faster-coco-eval": (faster_coco_eval.COCO, faster_coco_eval.COCOeval_faster),
                 "hotcoco": (hotcoco.COCO, hotcoco.COCOeval)}
        for name, (coco, evaluation) in peers.items():
            job = quiet(lambda: coco_evaluation(coco, evaluation, str(r), str(p)))()
            table.append((f"{name}, bbox evaluation from parsed boxes", best(runs, quiet(job))))
        job = shapely_agg_iou(references, results)
        counts, total = job()
        table.append(("shapely in Python, AggIoU from parsed boxes", best(max(runs // 5, 2), job)))
        tp, fp, missed = counts.sum(axis=0)
        pooled = report["pooled"]
        assert (pooled["tp"], pooled["fp"], pooled["fn"]) == (tp, fp, missed), (pooled, counts.sum(axis=0))
        assert abs(pooled["mean_agg_iou"] - total / BOXES) < 1e-9, (pooled, total / BOXES)
    metric, score = ours["metric"], ours["score"]
    print(f"{IMAGES} images, {CLASSES} classes, {BOXES} reference boxes, {BOXES} predictions; one thread, best of {runs}")
    print(f"{'groundscope, AggIoU from grouped boxes':54} {metric:9.2f} ms")
    print(f"{'groundscope, the whole report from parsed boxes':54} {score:9.2f} ms")
    print(f"{'groundscope, the same with 1,000 bootstrap replicates':54} {ours['score_with_intervals']:9.2f} ms")
    print(f"{'groundscope, 28 models':54} {ours['score_28_models']:9.2f} ms")
    print(f"{'groundscope score grounding --json, whole command':54} {whole:9.2f} ms")
    print(f"{'peers, and how often AggIoU and the whole report fit in':66} {'AggIoU':>10} {'report':>10}")
    for name, milliseconds in table:
        print(f"{name:54} {milliseconds:9.2f} ms {milliseconds / metric:8.1f} x {milliseconds / score:8.1f} x")


if __name__ == "__main__":
    main()
