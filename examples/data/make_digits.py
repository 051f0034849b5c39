"""Writes digits.npy and digits_labels.npy from the copy of the data that scikit-learn ships.

    python -m venv venv && venv/bin/pip install scikit-learn
    venv/bin/python make_digits.py

No network is used beyond the installation. The files are reproducible byte for byte:
the script prints their SHA-256, which README.md records.
"""

import hashlib
import pathlib

import numpy as np
from sklearn.datasets import load_digits

HERE = pathlib.Path(__file__).parent


def write(name, array):
    path = HERE / name
    np.save(path, array)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{digest}  {name}  {array.dtype.str} {array.shape}")


images, labels = load_digits(return_X_y=True)
assert images.shape == (1797, 64) and labels.shape == (1797,)
assert images.min() == 0 and images.max() == 16 and (images == np.rint(images)).all()

write("digits.npy", np.ascontiguousarray(images, dtype="<f4"))
write("digits_labels.npy", labels.astype("u1"))
