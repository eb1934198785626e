"""Reads and writes safetensors files of 32-bit floats: the length of a header, the header as JSON, the numbers."""

import json
import math
import struct

import torch


def read(path):
    """The tensors of a file by name, in double, and its metadata."""
    with open(path, "rb") as file:
        data = file.read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:start])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        assert entry["dtype"] == "F32", name
        begin, end = entry["data_offsets"]
        assert end - begin == 4 * math.prod(entry["shape"]) and start + end <= len(data), name
        numbers = struct.unpack(f"<{(end - begin) // 4}f", data[start + begin : start + end])
        tensors[name] = torch.tensor(numbers, dtype=torch.float64).reshape(entry["shape"])
    return tensors, metadata


def write(path, tensors):
    header, data = {}, b""
    for name, value in tensors.items():
        numbers = value.detach().float().reshape(-1).tolist()
        raw = struct.pack(f"<{len(numbers)}f", *numbers)
        header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
