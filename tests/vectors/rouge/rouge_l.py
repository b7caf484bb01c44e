"""Writes rouge_l.jsonl: ROUGE-L of random pairs by rouge-score (use_stemmer=False), the oracle of crates/metrics/src/rouge_l.rs."""

import json
import pathlib
import random

from rouge_score import rouge_scorer

scorer = rouge_scorer.RougeScorer(["rougeL"], use_stemmer=False)
random.seed(20261201)
words = "the thyroid nodule is in upper left image region 12.5 x 8 px, A-line visible; no target boundary größe".split()
rows = []
for _ in range(3000):
    predicted, reference = (" ".join(random.choices(words, k=random.randint(0, 14))) for _ in range(2))
    rows.append([predicted, reference, scorer.score(reference, predicted)["rougeL"].fmeasure])
text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
pathlib.Path(__file__).with_name("rouge_l.jsonl").write_text(text, encoding="utf-8")
