"""The manifest of a weights file: network, classes with their evidence, data and licence."""

import datetime

from postprocess import JOIN, LEAST_AREA
from sources import OUTPUTS
from weights_file import self_check

ATTRIBUTION = [
    {"name": "Kermany et al., Large Dataset of Labeled OCT Images, with polygon annotations of an open export", "licence": "CC BY 4.0",
     "attribution": "Kermany D, Goldbaum M, et al. (2018), Mendeley Data, doi:10.17632/rscbjbr9sj; annotations CC BY 4.0, converted to masks"},
    {"name": "A small open set of B-scans of four scanner makers with masks", "licence": "MIT (repository)",
     "attribution": "12 B-scans and one macular hole; origin of the scans not stated"},
    {"name": "GroundScope phantoms", "licence": "MIT OR Apache-2.0", "attribution": "synthetic scans made by this project"},
]


SHIPPED = {"licence": "CC BY 4.0", "data": ATTRIBUTION, "most": "real"}
LEVELS = ["none", "synthetic", "few", "real"]


def manifest(net, folded, classes, label):
    return {"format": "groundscope-weights/1", "name": label["name"], "created": datetime.date.today().isoformat(), "modality": "oct",
            "network": {"kind": "groundnet-1", "frame": [768, 512], "channels": list(net.config.channels),
                        "blocks": list(net.config.blocks), "outputs": OUTPUTS},
            "classes": classes, "box_rule": {"min_area": LEAST_AREA, "join_distance": JOIN}, "data": label["data"],
            "licence": label["licence"], "self_check": self_check(folded)}


def add_evidence(classes, figures, patients, folds, most):
    """Evidence level, `most` at most, figure and its sentence of each class."""
    for c in classes:
        if c["evidence"] == "real":
            f, people = figures["raw"][c["id"]], patients[c["id"]]
            # Two people are no validation: the figure stays, the level says how little it rests on.
            c["evidence"] = "real" if people >= 3 else "few"
            c["figure"] = round(f["f1"], 3)
            how = "each read by a network that had not seen them" if folds else "kept apart (thresholds chosen there)"
            c["figure_text"] = f"F1 {f['f1']:.2f} on {f['scans']} scans of {people} patients {how}"
        elif c["id"] in figures["phantoms"]:
            c["figure"] = round(figures["phantoms"][c["id"]]["f1"], 3)
            c["figure_text"] = f"F1 {c['figure']:.2f} on phantoms that trained nothing but chose its thresholds; not measured on patients"
        else:
            c["figure_text"] = "trained on a few real scans; not measured"
        c["evidence"] = min(c["evidence"], most, key=LEVELS.index)
