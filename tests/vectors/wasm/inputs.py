"""Makes the files that the browser's reports are tested on (references, two models' boxes, answers), with Python's random; seeded."""

import json
import random
from pathlib import Path

HERE = Path(__file__).parent
CLASSES = ["irf", "srf", "drusen", "ped", "my own class"]
WIDTH, HEIGHT = 768, 496
rng = random.Random(20240611)


def box():
    x, y = rng.randint(0, WIDTH - 60), rng.randint(0, HEIGHT - 60)
    return [x, y, x + rng.randint(3, 60), y + rng.randint(3, 60)]


def moved(corners, by):
    x1, y1, x2, y2 = (c + round(rng.uniform(-by, by), rng.choice([0, 2, 6])) for c in corners)
    return [x1, y1, max(x2, x1 + 1), max(y2, y1 + 1)]


def boxes_file(images, **more):
    return json.dumps({"format": "groundscope-boxes/1", "space": "pixel", **more, "images": images}, indent=None) + "\n"


def image(at, boxes, extension="png"):
    return {"id": f"eye-{at}.{extension}", "width": WIDTH, "height": HEIGHT, "boxes": boxes}


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


references = [
    [{"class": rng.choice(CLASSES), "box": box()} for _ in range(rng.randint(0, 5))] for _ in range(30)
]
# What tells nothing must not disturb: a box without area, one beyond the image, one that is no box.
references[3] += [{"class": "irf", "box": [5, 5, 5, 9]}, {"class": "srf", "box": [700, 400, 900, 600]}, {"class": "ped", "box": [1]}]
(HERE / "references.json").write_text(boxes_file([image(at, b) for at, b in enumerate(references)]))

second = [
    [{"class": b["class"], "box": moved(b["box"], 6)} for b in boxes if len(b["box"]) == 4 and b["box"][0] < b["box"][2] and rng.random() < 0.9]
    for boxes in references[:20]
]
(HERE / "second-reading.json").write_text(boxes_file([image(at, b) for at, b in enumerate(second)]))

predictions = []
for boxes in references[:28]:
    found = [
        {"class": b["class"], "box": moved(b["box"], 9), "score": round(rng.uniform(0.2, 1), 3)}
        for b in boxes
        if len(b["box"]) == 4 and b["box"][0] < b["box"][2] and rng.random() < 0.8
    ]
    if rng.random() < 0.4:
        found.append({"class": rng.choice(CLASSES), "box": box(), "score": round(rng.uniform(0.1, 0.6), 3)})
    predictions.append(found)
(HERE / "predictions.json").write_text(boxes_file([image(at, b, "tif") for at, b in enumerate(predictions)]))

responses, answers = [], []
for at, boxes in enumerate(references):
    for name in CLASSES[:4]:
        mine = [b["box"] for b in boxes if b["class"] == name and len(b["box"]) == 4 and b["box"][0] < b["box"][2]]
        scaled = [[round(c * 1000 / size) for c, size in zip(b, [WIDTH, HEIGHT] * 2)] for b in mine if rng.random() < 0.7]
        text = json.dumps([{"bbox_2d": b, "label": name.upper()} for b in scaled])
        kind = rng.random()
        if kind < 0.1:
            text = text[: len(text) * 2 // 3]
        elif kind < 0.2:
            text = "I'm sorry, but I cannot help with medical images."
        elif kind < 0.5:
            text = f"```json\n{text}\n```"
        responses.append({"image": f"eye-{at}.png", "class": name, "response": text})
        says = rng.choices(["Yes.", "No.", "I cannot help with that.", "Yes and no."], [8, 8, 1, 1] if not mine else [14, 4, 1, 1])[0]
        answers.append({"image": f"eye-{at}.png", "class": name, "response": says})
(HERE / "responses.jsonl").write_text(lines(responses))
(HERE / "answers.jsonl").write_text(lines(answers))
