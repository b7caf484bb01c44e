# Needs: scikit-learn==1.9.1 numpy==2.4.6 (Python 3.11)
"""Oracle vectors for crates/metrics/src/presence.rs, from scikit-learn: balanced accuracy, precision, recall, F1, macro means.

    python3 tests/vectors/presence/make.py        writes scores.jsonl beside this file, the same bytes each time

A line is a benchmark of some classes. Per class: truth (0, 1) and answer ("yes", "no", "refused", "unreadable", "unanswered") of
each question. For scikit-learn an answer that is neither yes nor no is the opposite of the truth.
"""

import json
import warnings
from pathlib import Path

import numpy as np
from sklearn.metrics import balanced_accuracy_score, confusion_matrix, precision_recall_fscore_support

HERE = Path(__file__).parent
RNG = np.random.default_rng(20260129)
ANSWERS = ["yes", "no", "refused", "unreadable", "unanswered"]
warnings.simplefilter("error")


def one_class(questions, share, skill, none):
    truth = (RNG.random(questions) < share).astype(int)
    answers = []
    for t in truth:
        if RNG.random() < none:
            answers.append(ANSWERS[2 + RNG.integers(3)])
        else:
            right = RNG.random() < skill
            answers.append("yes" if bool(t) == bool(right) else "no")
    said = [{"yes": 1, "no": 0}.get(a, 1 - t) for t, a in zip(truth, answers)]
    p, r, f, _ = precision_recall_fscore_support(truth, said, labels=[0, 1], zero_division=0)
    tn, fp, fn, tp = confusion_matrix(truth, said, labels=[0, 1]).ravel()
    balanced = (r[0] + r[1]) / 2
    if 0 < truth.sum() < questions:
        assert abs(balanced - balanced_accuracy_score(truth, said)) < 1e-15
    return {
        "truth": truth.tolist(),
        "answers": answers,
        "cells": [int(v) for v in (tp, fp, tn, fn)],
        "sensitivity": float(r[1]),
        "specificity": float(r[0]),
        "balanced_accuracy": float(balanced),
        "precision": float(p[1]),
        "f1": float(f[1]),
    }


def benchmark():
    none = RNG.choice([0, 0.1, 0.5])
    classes = []
    for _ in range(RNG.integers(1, 14)):
        share = RNG.choice([0, 0.05, 0.3, 0.7, 1])
        classes.append(one_class(int(RNG.integers(1, 30)), share, RNG.random(), none))
    positive = [c for c in classes if any(c["truth"])]
    both = [c for c in positive if not all(c["truth"])]
    over = {}
    for name, of in [
        ("sensitivity", positive),
        ("specificity", both),
        ("balanced_accuracy", both),
        ("precision", positive),
        ("f1", positive),
    ]:
        values = np.array([c[name] for c in of])
        over[name] = [float(values.mean()), float(values.std())] if len(values) else [0, 0]
    return {"classes": classes, "macro": over, "with": [len(positive), len(both)]}


lines = [benchmark() for _ in range(150)]
text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
(HERE / "scores.jsonl").write_text(text)
print(len(lines), "lines", len(text), "bytes")
