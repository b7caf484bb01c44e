"""Puts the figures that the shipping reader measured into the manifest of a weights file: python figures.py EVALUATION.json WEIGHTS."""
import json
import pathlib
import sys

from safetensors import safe_open

from weights_file import write


def counted(number, one, many):
    return f"{number} {one if number == 1 else many}"


def main(evaluation, weights):
    measured = json.loads(pathlib.Path(evaluation).read_text())["validation"]
    with safe_open(weights, "pt") as file:
        manifest = json.loads(file.metadata()["groundscope"])
        tensors = {name: file.get_tensor(name) for name in file.keys()}
    for entry in manifest["classes"]:
        figure = measured.get(entry["id"])
        # A class without a reference box among the patients kept apart keeps its figure from phantoms.
        if not figure or not figure["boxes"]:
            continue
        entry["figure"] = round(figure["f1"], 3)
        entry["figure_text"] = figure.get("text") or (
            f"F1 {figure['f1']:.2f}, {counted(figure['boxes'], 'box', 'boxes')} on {counted(figure['scans'], 'scan', 'scans')} "
            f"of {counted(figure['patients'], 'patient', 'patients')} kept apart (thresholds chosen there)"
        )
    print(f"{write(pathlib.Path(weights), tensors, manifest)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
