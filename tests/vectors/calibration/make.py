# Needs: scikit-learn==1.9.1 numpy==2.4.6 (Python 3.11)
"""Oracle vectors for crates/train/src/calibration.rs and ranks.rs, from scikit-learn: calibration curves, Brier score, ROC curves.

    python3 tests/vectors/calibration/make.py        writes answers.jsonl beside this file, the same bytes each time

A line is a set of answers: probabilities (four decimals, as a reading has them) and whether the class is there.
"""

import json
from pathlib import Path

import numpy as np
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, roc_auc_score, roc_curve

HERE = Path(__file__).parent
RNG = np.random.default_rng(20261130)


def expected_error(truth, probability, strategy):
    share, mean = calibration_curve(truth, probability, n_bins=10, strategy=strategy)
    edges = np.linspace(0, 1, 11) if strategy == "uniform" else np.percentile(probability, np.linspace(0, 1, 11) * 100)
    # calibration_curve hides how many answers a bin has; its own rule, checked against its means.
    place = np.searchsorted(edges[1:-1], probability)
    counts = np.bincount(place, minlength=10)
    sums = np.bincount(place, weights=probability, minlength=10)
    full = counts > 0
    assert np.allclose(sums[full] / counts[full], mean)
    return float(np.sum(counts[full] * np.abs(share - mean)) / len(truth))


def one(answers, skill, sharpness, tied):
    logit = RNG.normal(0, 2, answers)
    truth = RNG.random(answers) < 1 / (1 + np.exp(-logit * skill))
    truth[:2] = [True, False]
    probability = np.round(1 / (1 + np.exp(-logit * sharpness)), 1 if tied else 4)
    false_alarms, found, _ = roc_curve(truth, probability, drop_intermediate=False)
    return {
        "probability": probability.tolist(),
        "present": truth.tolist(),
        "expected_error": expected_error(truth, probability, "uniform"),
        "expected_error_equal_mass": expected_error(truth, probability, "quantile"),
        "brier": float(brier_score_loss(truth, probability)),
        "auc": float(roc_auc_score(truth, probability)),
        "sensitivity_at_90": float(found[false_alarms <= 0.1 + 1e-12].max()),
    }


lines = []
for number in range(60):
    # Sizes at which no tenth falls on a single answer: numpy's rounding would decide the bin there.
    answers = int(RNG.integers(1, 40)) * 10 + int(RNG.integers(2, 10))
    lines.append(one(answers, RNG.uniform(0, 2), RNG.uniform(0.3, 3), number % 5 == 4))
(HERE / "answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
