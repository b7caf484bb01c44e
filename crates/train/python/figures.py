"""Puts evidence, figure and interval of every class, as `groundscope-train evaluate` measured them, into the manifest of a weights
file: python figures.py EVALUATION.json WEIGHTS."""
import json
import pathlib
import sys

from weights_file import contents, write


def main(evaluation, weights):
    measured = json.loads(pathlib.Path(evaluation).read_text()).get("evidence")
    if measured is None:
        sys.exit(f"{evaluation} has no evidence; run groundscope-train evaluate again, then this.")
    tensors, manifest = contents(weights)
    for entry in manifest["classes"]:
        # What is not in the evaluation keeps what finishing the training wrote.
        if found := measured.get(entry["id"]):
            entry.update(evidence=found["level"], figure=found["figure"], interval=found["interval"], figure_text=found["text"])
    print(f"{write(pathlib.Path(weights), tensors, manifest)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
