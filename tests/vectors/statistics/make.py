# Needs: scipy==1.17.1 statsmodels==0.15.0 scikit-learn==1.9.1 numpy==2.4.6 mpmath==1.4.1 (Python 3.11)
"""Oracle vectors for crates/metrics/src/statistics, from scipy, statsmodels and scikit-learn.

    python3 tests/vectors/statistics/make.py        writes the .jsonl files beside this file, the same bytes each time

NaN is null, in what goes in and in what comes out. Where an exact value can be had, by integers or 50 digits, it stands beside the
library's ("true"), and the script fails when the library is further from it than 1e-12, but for the cases it names.
"""

import json
import math
import warnings
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

HERE = Path(__file__).parent
RNG = np.random.default_rng(20260117)
mpmath.mp.dps = 50
warnings.simplefilter("ignore")


def plain(value):
    """For JSON: NaN becomes null, whole floats become integers."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(v) for v in value]
    if value is None or isinstance(value, (str, int)):
        return value
    value = float(value)
    if math.isnan(value):
        return None
    return int(value) if value.is_integer() and abs(value) < 1e9 else value


def write(name, lines):
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    (HERE / name).write_text(text)
    print(name, len(lines), "lines", len(text), "bytes")


def agree(library, true, what):
    assert abs(library - true) <= 1e-12, (what, library, true)


# Wilcoxon ---------------------------------------------------------------------------------------------------------------


def subset_sums(ranks):
    """How many subsets of these integers have each sum: the product of (1 + x^rank), its coefficients side by side in one integer."""
    ranks = list(ranks)
    width = len(ranks) // 8 + 1  # bytes for a count up to 2^n
    product = 1
    for rank in ranks:
        product += product << (8 * width * rank)
    digits = product.to_bytes(width * (sum(ranks) + 1), "little")
    return [int.from_bytes(digits[i : i + width], "little") for i in range(0, len(digits), width)]


def from_counts(counts, low, high, alternative):
    """p from P(S <= high) and P(S >= low), as integers over all subsets."""
    every = sum(counts)
    at_most, at_least = sum(counts[: high + 1]), sum(counts[low:])
    part = {"less": at_most, "greater": at_least, "two-sided": 2 * min(at_most, at_least)}[alternative]
    return float(min(Fraction(part, every), Fraction(1)))


def ranked(d, zeros):
    kept = [v for v in d if v != 0] if zeros == "wilcox" else list(d)
    return kept, stats.rankdata(np.abs(kept)) if kept else np.array([])


def true_wilcoxon(d, zeros, alternative, method):
    """The p-value by counting in integers, for the exact and the permutation test."""
    kept, ranks = ranked(d, zeros)
    if method == "exact":
        plus = Fraction(0)
        for v, rank in zip(kept, ranks):
            weight = Fraction(1) if v > 0 else Fraction(0) if v < 0 or zeros == "pratt" else Fraction(1, 2)
            plus += weight * Fraction(float(rank))
        counts = subset_sums(range(1, len(kept) + 1))
        return from_counts(counts, math.floor(plus), math.ceil(plus), alternative)
    doubled = [(round(2 * rank), v) for v, rank in zip(kept, ranks) if v != 0]
    plus = sum(rank for rank, v in doubled if v > 0)
    return from_counts(subset_sums([rank for rank, _ in doubled]), plus, plus, alternative)


def differences(n):
    kind = RNG.integers(8)
    if kind == 0:
        return np.round(RNG.normal(RNG.choice([0, 0.3, 1]), 1, n), 3)
    if kind == 1:
        return RNG.integers(-3, 4, n)
    if kind == 2:
        return RNG.choice([-1, 0, 1], n, p=RNG.choice([[0.2, 0.6, 0.2], [0.05, 0.8, 0.15], [0.5, 0, 0.5]]))
    if kind == 3:
        return np.full(n, RNG.choice([0, 1, -2]))
    if kind == 4:  # distinct and of one sign but for a few: the far tail
        d = RNG.permutation(np.arange(1, n + 1)) * RNG.choice([-1, 1])
        return d * RNG.choice([1, -1], n, p=[0.95, 0.05])
    if kind == 5:  # AggIoU of two models: many zeros on both sides
        a, b = (np.where(RNG.random(n) < 0.4, 0, np.round(RNG.random(n), 2)) for _ in range(2))
        return np.round(a - b, 2)
    if kind == 6:
        d = RNG.permutation(np.arange(1, n + 1)) * RNG.choice([-1, 1], n)
        return np.where(RNG.random(n) < RNG.choice([0.0, 0.1]), 0, d)
    d = np.round(RNG.normal(0, 1, n), 1)
    if n and RNG.random() < 0.15:
        d[RNG.integers(n)] = np.nan
    return d


def wilcoxon_case(d, settings):
    results = []
    for zeros, alternative, method, correction in settings:
        true = None
        if method in ("exact", "permutation") and len(d) and not np.isnan(d).any():
            true = true_wilcoxon(d, zeros, alternative, method)
        how = stats.PermutationMethod(n_resamples=2**13) if method == "permutation" else method
        how = "asymptotic" if method == "normal" else how
        statistic = p = z = math.nan
        known = not (method == "permutation" and len(d) > 9)  # scipy is slow there; auto shows it up to 13
        try:
            if known:
                res = stats.wilcoxon(d, zero_method=zeros, alternative=alternative, method=how, correction=correction)
                statistic, p, z = res.statistic, res.pvalue, getattr(res, "zstatistic", math.nan)
        except ValueError as error:  # a single difference; the permutation test of scipy wants two
            assert "two or more observations" in str(error) and len(d) == 1, error
            if true is None:
                continue
            known = False
        if known and true is not None:
            agree(p, true, (d, zeros, alternative, method))
        # Without scipy's word: only the exact p.
        results.append([zeros, alternative, method, correction, known, statistic, p, z, true])
    return {"d": plain(d), "r": [plain(r[:3]) + [bool(r[3]), bool(r[4])] + plain(r[5:]) for r in results]}


def wilcoxon_vectors():
    every = [
        (zeros, alternative, method, correction)
        for zeros in ("wilcox", "pratt", "zsplit")
        for alternative in ("two-sided", "greater", "less")
        for method in ("auto", "exact", "permutation", "normal")
        for correction in ((False, True) if method in ("normal", "auto") else (False,))
    ]
    lines = []
    small = [[], [0], [1], [-1], [0, 0], [0, 1], [1, 1], [-1, 1], [0, 0, 0], [1, 2, -3], [0.5, -0.5, 0, 2]]
    far = [[sign * (k + 1) for k in range(60)] for sign in (1, -1)]  # scipy's exact p of the upper tail has no digits left
    for d in small + far + [[0] * n for n in (7, 14, 50, 51)] + [[math.nan, 1, 2]]:
        lines.append(wilcoxon_case(np.array(d, dtype=float), every))
    sizes = [*range(0, 11)] * 24 + [11, 12, 13] * 4 + [14, 15] * 8 + [*range(16, 53)] * 3 + [49, 50, 51, 52] * 8 + [80, 120, 200, 320] * 4
    for n in sizes:
        picked = RNG.choice(len(every), 9, replace=False)
        settings = [every[i] for i in picked] + [("wilcox", "two-sided", "auto", False)]
        if n > 120:
            settings = [s for s in settings if s[2] != "permutation"]
        if 11 <= n <= 13:
            settings = [s for i, s in enumerate(settings) if s[2] != "auto" or i > 6]
        lines.append(wilcoxon_case(np.array(differences(n), dtype=float), settings))
    write("wilcoxon.jsonl", lines)


# Spearman and Kendall ----------------------------------------------------------------------------------------------------


def true_spearman(x, y):
    """Rho and p to 50 digits from rational sums of ranks."""
    n = len(x)
    a, b = ([Fraction(float(r)) - Fraction(n + 1, 2) for r in stats.rankdata(v)] for v in (x, y))
    sxy, sxx, syy = (sum(p * q for p, q in zip(u, v)) for u, v in ((a, b), (a, a), (b, b)))
    square = sxy * sxy / (sxx * syy)
    rho = mpmath.sqrt(mpmath.mpf(square.numerator) / square.denominator) * (1 if sxy > 0 else -1)
    rest = 1 - square
    if n == 2:
        return float(rho), math.nan
    rest = mpmath.mpf(rest.numerator) / rest.denominator
    p = mpmath.betainc(mpmath.mpf(n - 2) / 2, mpmath.mpf(1) / 2, 0, rest, regularized=True)
    return float(rho), float(p)


def true_kendall(x, y):
    """p by counting orders, where scipy's p is exact; else None."""
    n = len(x)
    if len(set(x)) < n or len(set(y)) < n:
        return None
    order = [v for _, v in sorted(zip(x, y))]
    out = sum(order[i] > order[j] for i in range(n) for j in range(i + 1, n))
    few = min(out, n * (n - 1) // 2 - out)
    if n > 33 and few > 1:
        return None
    counts = [1] + [0] * few
    for j in range(2, n + 1):
        counts = [sum(counts[max(0, k - j + 1) : k + 1]) for k in range(few + 1)]
    return float(min(Fraction(2 * sum(counts[: few + 1]), math.factorial(n)), Fraction(1)))


def paired(n):
    kind = RNG.integers(8)
    x = np.round(RNG.normal(size=n), 2)
    if kind == 0:
        return x, np.round(x * RNG.choice([-1, 0, 0.5, 2]) + RNG.normal(size=n), 2)
    if kind == 1:
        return RNG.integers(0, 4, n), RNG.integers(0, 4, n)
    if kind == 2:
        return RNG.permutation(n), RNG.permutation(n)
    if kind == 3:
        x = RNG.integers(0, RNG.choice([3, 9, 1000]), n)
        return x, x * RNG.choice([-2, 3])
    if kind == 4:  # rankings a few swaps apart, as of models under two readings
        x = np.arange(n)
        y = x.copy()
        for _ in range(RNG.integers(0, 4) if n > 1 else 0):
            i = RNG.integers(n - 1)
            y[[i, i + 1]] = y[[i + 1, i]]
        return x, (y if RNG.random() < 0.5 else y[::-1])
    if kind == 5:
        return np.full(n, 3), RNG.integers(0, 5, n)
    if kind == 6:
        return RNG.integers(0, 2, n), RNG.integers(0, 2, n)
    y = np.round(RNG.normal(size=n), 1)
    if n and RNG.random() < 0.2:
        y[RNG.integers(n)] = np.nan
    return x, y


def correlation_vectors():
    lines = []
    rounded = 0
    sizes = [0, 1, 2, 3, 4, 5] * 25 + [*range(6, 36)] * 20 + [33, 34] * 12 + [40, 60, 90, 130, 180, 300] * 8
    for n in sizes:
        x, y = (np.array(v, dtype=float) for v in paired(n))
        rho = stats.spearmanr(x, y) if n else stats.spearmanr([1], [1])
        tau = stats.kendalltau(x, y)
        true_rho = true_p = true_tau_p = None
        if not math.isnan(rho.statistic):
            true_rho, true_p = true_spearman(x, y)
            if abs(true_rho) == 1:  # scipy may stop short of 1
                rounded += rho.pvalue != true_p and n > 2
                assert abs(rho.statistic - true_rho) < 1e-15 and not rho.pvalue > 1e-20
            else:
                agree(rho.statistic, true_rho, (x, y))
                agree(rho.pvalue, true_p, (x, y))
            true_tau_p = true_kendall(x, y)
            if true_tau_p is not None:
                agree(tau.pvalue, true_tau_p, (x, y))
        # Numbers of the result: scipy's rho and p, true rho and p, scipy's tau and p, true p of tau.
        result = [rho.statistic, rho.pvalue, true_rho, true_p, tau.statistic, tau.pvalue, true_tau_p]
        lines.append({"x": plain(x), "y": plain(y), "r": plain(result)})
    print("perfect orders whose p scipy rounds:", rounded)
    write("correlation.jsonl", lines)


# McNemar -----------------------------------------------------------------------------------------------------------------


def mcnemar_vectors():
    pairs = [(b, c) for b in range(12) for c in range(12)]
    for most in (50, 300, 2000, 10_595):
        pairs += [tuple(int(v) for v in RNG.integers(0, most, 2)) for _ in range(150)]
        for _ in range(60):
            n, share = int(RNG.integers(1, most)), RNG.choice([0.5, 0.45, 0.3, 0.02])
            b = int(RNG.binomial(n, share))
            pairs.append((b, n - b))
    lines = []
    for b, c in pairs:
        table = [[7, b], [c, 9]]
        exact = mcnemar(table, exact=True)
        count, term, k, n = 0, 1, min(b, c), b + c
        for i in range(k + 1):
            count += term
            term = term * (n - i) // (i + 1)
        true = float(min(Fraction(2 * count, 2**n), Fraction(1)))
        agree(exact.pvalue, true, (b, c))
        row = [b, c, exact.statistic, exact.pvalue, true]
        for correction in (False, True):
            if n == 0:  # 0/0; with correction statsmodels computes 1/0 and p = 0, which we do not follow
                row += [None, None]
            else:
                res = mcnemar(table, exact=False, correction=correction)
                row += [res.statistic, res.pvalue]
        lines.append(plain(row))
    write("mcnemar.jsonl", lines)


# Kappa -------------------------------------------------------------------------------------------------------------------


def kappa_vectors():
    """Labels are digits, one character a case; "scale" says how many of them the scale has, null for those that occur."""
    lines = []
    for i in range(900):
        n = int(RNG.choice([1, 2, 3, 5, 8, 13, 21, 40, 84, 300], p=[0.06, 0.06, 0.08, 0.1, 0.15, 0.15, 0.15, 0.1, 0.1, 0.05]))
        k = int(RNG.choice([1, 2, 3, 5, 10], p=[0.08, 0.37, 0.2, 0.2, 0.15]))
        a = RNG.integers(0, k, n)
        b = np.where(RNG.random(n) < RNG.choice([0, 0.4, 0.8, 1]), a, RNG.integers(0, k, n))
        if RNG.random() < 0.15:
            b = np.full(n, RNG.integers(k))
        if k == 10 and RNG.random() < 0.5:  # gaps in the scale
            a, b = a // 3 * 3, b // 3 * 3
        scale = k if i % 3 == 0 else None
        labels = list(range(k)) if scale else None
        kappas = [cohen_kappa_score(a, b, labels=labels, weights=w) for w in (None, "linear", "quadratic")]
        lines.append({"a": "".join(map(str, a)), "b": "".join(map(str, b)), "scale": scale, "k": plain(kappas)})
    write("kappa.jsonl", lines)


# Holm --------------------------------------------------------------------------------------------------------------------


def holm_vectors():
    lines = []
    for i in range(400):
        n = int(RNG.choice([0, 1, 2, 3, 5, 13, 26, 60]))
        p = [float(f"{v:.4g}") for v in RNG.random(n) ** RNG.choice([1, 4, 30])]
        if RNG.random() < 0.3:
            p = [round(v, 1) for v in p]
        if RNG.random() < 0.3:
            p = [math.nan if RNG.random() < 0.2 else v for v in p]
        adjusted = multipletests(np.array(p, dtype=float), method="holm")[1]
        lines.append({"p": plain(p), "h": plain(adjusted)})
    write("holm.jsonl", lines)


if __name__ == "__main__":
    wilcoxon_vectors()
    correlation_vectors()
    mcnemar_vectors()
    kappa_vectors()
    holm_vectors()
