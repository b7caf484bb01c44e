"""Labelled scans as arrays: real ones (oct-lesions, oct-masks, one macular hole) and phantoms, split by patient."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

BIOMARKERS = ["drusen", "ez_disruption", "erm", "fibrosis", "hard_exudates", "hrf", "irf", "macular_hole", "ped",
              "rpe_loss", "sdd", "srf", "vmt"]
EXTRAS = ["lamellar_hole", "shrm", "vitreous_detachment", "cnvm", "excavation"]
CLASSES = BIOMARKERS + EXTRAS
OUTPUTS = CLASSES + ["retina"]
# Pixels with this bit teach nothing: the outer part of a lesion that was only boxed, or fluid of no kind.
UNSURE = 23
BIT = {name: index for index, name in enumerate(OUTPUTS)}

LESION_NAMES = {"intraretinal_cyst": "irf", "intraretinal_fluid": "irf", "neurosensory_detachment": "srf",
                "subretinal_fluid": "srf", "pigment_epithelial_detachment": "ped", "drusen": "drusen",
                "hyperreflective_foci": "hrf", "geographic_atrophy": "rpe_loss",
                "focal_choroidal_excavation": "excavation", "vitreomacular_traction": "vmt",
                "epiretinal_membrane": "erm", "choroidal_neovascular_membrane": "cnvm",
                "lamellar_hole": "lamellar_hole", "subretinal_hyperreflective_material": "shrm",
                "vitreous_detachment": "vitreous_detachment"}


def bits_of(names):
    return np.uint32(sum(1 << BIT[n] for n in names))


@dataclass
class Source:
    """One labelled scan: grey [h, w] u8, bits [h, w] u32 (bit k = output k), known classes as bits; `band` is the top and the
    bottom row of the retina in each column, where `paint.find_bands` looked for it."""
    name: str
    kind: str
    patient: str
    grey: np.ndarray
    bits: np.ndarray
    known: int
    band: tuple = ()

    def present(self):
        return int(np.bitwise_or.reduce(self.bits, axis=None))


def read_grey(path):
    """Rec. 601 luminance as u8, as the Rust decoder gives it."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        from PIL import Image
        image = np.array(Image.open(path).convert("RGB"))[..., ::-1]
    if image.dtype == np.uint16:
        image = np.round(image / 257).astype(np.uint8)
    if image.ndim == 3:
        b, g, r = (image[..., k].astype(np.float32) for k in range(3))
        image = np.round(0.299 * r + 0.587 * g + 0.114 * b).astype(np.uint8)
    return image


def polygon_mask(points, width, height):
    """Even-odd fill at pixel centres; `points` [n, 2] in pixels."""
    from PIL import Image, ImageDraw
    scale = 4
    canvas = Image.new("L", (width * scale, height * scale))
    ImageDraw.Draw(canvas).polygon([tuple(p) for p in points * scale], fill=255)
    return np.asarray(canvas)[scale // 2::scale, scale // 2::scale] > 0


def load_lesions(root):
    """oct-lesions: every class of its own list is known (not drawn = absent), every other class unknown."""
    root = Path(root) / "oct-lesions"
    names = [LESION_NAMES[c] for c in (root / "classes.txt").read_text().split()]
    out = []
    for row in csv.DictReader((root / "index.csv").open()):
        grey = read_grey(root / "images" / row["file"])
        height, width = grey.shape
        bits = np.zeros((height, width), np.uint32)
        for line in (root / "labels" / (Path(row["file"]).stem + ".txt")).read_text().splitlines():
            parts = line.split()
            if len(parts) < 7:
                continue
            points = np.array(parts[1:], float).reshape(-1, 2) * [width, height]
            mask = polygon_mask(points, width, height)
            bits[mask] |= np.uint32(1 << BIT[names[int(parts[0])]])
        out.append(Source(row["file"], "lesions", row["patient"], grey, bits, int(bits_of(set(names)))))
    return out


def load_masks(root):
    """oct-masks and the macular hole: one class id a pixel."""
    root = Path(root)
    spec = json.loads((root / "oct-masks" / "classes.json").read_text())
    lesions = {int(k): LESION_NAMES[v] for k, v in spec["lesions"].items()}
    # Its "healthy retina" reaches into the choroid, so it can't teach ours (inner limiting membrane to RPE).
    known = int(bits_of(set(lesions.values())))
    out = []
    for path in sorted((root / "oct-masks" / "images").iterdir()):
        grey = read_grey(path)
        ids = cv2.imread(str(root / "oct-masks" / "masks" / (path.stem + ".png")), cv2.IMREAD_UNCHANGED)
        ids = ids[..., 0] if ids.ndim == 3 else ids
        ids = cv2.resize(ids, grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
        bits = np.zeros(grey.shape, np.uint32)
        for value, name in lesions.items():
            bits[ids == value] |= np.uint32(1 << BIT[name])
        out.append(Source(path.name, "masks", path.stem, grey, bits, known))
    hole = root / "oct-hole" / "case0011.png"
    if hole.exists():
        grey = read_grey(hole)
        mask = cv2.imread(str(hole.with_name("case0011_mask.png")), cv2.IMREAD_UNCHANGED)
        bits = np.where(mask > 0, np.uint32(1 << BIT["macular_hole"]), np.uint32(0)).astype(np.uint32)
        out.append(Source(hole.name, "masks", "hole", grey, bits, int(bits_of({"macular_hole", "vmt", "srf"}))))
    return out


class Stored(Source):
    """A scan of a training folder, decoded each time it is looked at: thousands of them would not fit into memory as arrays."""

    def __init__(self, path, row):
        self.path, self.shown = path, int(bits_of(row["classes"]))
        self.name = row["file"]
        self.patient = row.get("patient") or row["file"]
        self.kind = "lesions" if "looked_for" in row else "phantom"
        self.known, self.band = int(bits_of(row.get("looked_for", []))), ()

    @property
    def grey(self):
        return cv2.imread(str(self.path), cv2.IMREAD_GRAYSCALE)

    @property
    def bits(self):
        rgb = cv2.imread(str(self.path)[:-4] + ".mask.png").astype(np.uint32)
        return rgb[..., 2] | (rgb[..., 1] << 8) | (rgb[..., 0] << 16)

    def present(self):
        return self.shown


def load_folder(folder, limit=None):
    """A training folder (docs/training.md): the scans of `index.json` beside their masks, a bit a class in 24-bit colour. Of a
    phantom every class that any of them shows is known, and the retina; a scan of one's own says itself what was looked for."""
    rows = json.loads((Path(folder) / "index.json").read_text())[:limit]
    out = [Stored(Path(folder) / row["file"], row) for row in rows]
    drawn = [source for source in out if source.kind == "phantom"]
    known = 1 << BIT["retina"]
    for source in drawn:
        source.shown |= 1 << BIT["retina"]
        known |= source.shown
    for source in drawn:
        source.known = known
    return out


def split_patients(sources, seed, share=0.22):
    """Validation patients: the seeded draw out of 400 whose share of each class's patients is nearest `share`."""
    patients = sorted({s.patient for s in sources})
    classes = [c for c in CLASSES if any(s.present() >> BIT[c] & 1 for s in sources)]
    has = {c: {s.patient for s in sources if s.present() >> BIT[c] & 1} for c in classes}
    best = None
    for attempt in range(400):
        rng = np.random.default_rng([seed, attempt])
        chosen = set(rng.choice(patients, max(1, round(share * len(patients))), replace=False).tolist())
        error = sum((len(has[c] & chosen) / len(has[c]) - share) ** 2 for c in classes)
        images = sum(s.patient in chosen for s in sources) / len(sources)
        error += (images - share) ** 2
        if best is None or error < best[0]:
            best = (error, chosen)
    return best[1]
