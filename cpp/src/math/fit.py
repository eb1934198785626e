#!/usr/bin/env python3
"""Prints every fitted constant of this folder: the polynomials of the f32x4 functions and the split constants.

Run by hand (python3 cpp/src/math/fit.py; needs the standard library only) when a polynomial is to change, and copy
what it prints. Each fit is a Remez exchange for the least relative error of the *function*, done in double; the error
printed is that of the coefficients as rounded to float, evaluated in double. Nothing here runs in a build.
"""

import math
import struct
from decimal import Decimal, getcontext

getcontext().prec = 60


def to_float(x):
    """x rounded to single precision."""
    return struct.unpack("f", struct.pack("f", x))[0]


def solve(rows, right):
    """Gaussian elimination with row exchange."""
    n = len(right)
    a = [row[:] + [value] for row, value in zip(rows, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(a[r][i]))
        a[i], a[pivot] = a[pivot], a[i]
        for r in range(i + 1, n):
            factor = a[r][i] / a[i][i]
            for c in range(i, n + 1):
                a[r][c] -= factor * a[i][c]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][j] * x[j] for j in range(i + 1, n))) / a[i][i]
    return x


def polynomial(coefficients, x):
    total = 0.0
    for c in reversed(coefficients):
        total = total * x + c
    return total


def extremes(error, count):
    """Indices of the largest error of each run of one sign, the outermost small ones dropped until `count` stay."""
    found, best = [], 0
    for i in range(1, len(error)):
        if (error[i] > 0) != (error[best] > 0):
            found.append(best)
            best = i
        elif abs(error[i]) > abs(error[best]):
            best = i
    found.append(best)
    while len(found) > count:
        found.pop(0 if abs(error[found[0]]) < abs(error[found[-1]]) else -1)
    return found


def fit(target, weight, low, high, degree):
    """Polynomial p of least max |weight (p - target)| on [low, high]; its float coefficients and their error."""
    n = 4000
    grid = [(low + high) / 2 - (high - low) / 2 * math.cos(math.pi * i / n) for i in range(n + 1)]
    values = [target(x) for x in grid]
    weights = [weight(x) for x in grid]
    count = degree + 2
    points = [round(i * n / (count - 1)) for i in range(count)]
    for _ in range(50):
        rows = [[grid[i] ** k for k in range(count - 1)] + [(-1) ** j / weights[i]] for j, i in enumerate(points)]
        coefficients = solve(rows, [values[i] for i in points])[:-1]
        moved = extremes([w * (polynomial(coefficients, x) - v) for w, x, v in zip(weights, grid, values)], count)
        if moved == points or len(moved) < count:
            break
        points = moved
    rounded = [to_float(c) for c in coefficients]
    return rounded, max(abs(w * (polynomial(rounded, x) - v)) for w, x, v in zip(weights, grid, values))


def show(name, coefficients, error):
    print(f"{name}: relative error {error:.2g} = 2^{math.log2(error):.1f}")
    print("  " + ", ".join(f"{c:.9g}F" for c in coefficients))


def exp_tail(r):
    """(e^r - 1 - r) / r^2"""
    return sum(r**k / math.factorial(k + 2) for k in range(20))


def tanh_tail(z):
    """(tanh(x) / x - 1) / z with z = x^2"""
    x = math.sqrt(z)
    if x < 1e-2:
        return -1 / 3 + 2 / 15 * z - 17 / 315 * z**2 + 62 / 2835 * z**3
    return (math.tanh(x) / x - 1) / z


MILLS_SCALE = 0.3  # Of u = 1 / (1 + 0.3 t): among the tenths the one that needs the fewest terms.


def mills(u):
    """Phi(-t) e^(t^2 / 2) / u, t being the one that belongs to u"""
    t = (1 / u - 1) / MILLS_SCALE
    return math.exp(t * t / 2) * math.erfc(t / math.sqrt(2)) / 2 / u


def arctan_inverse(n):
    """arctan(1 / n) by its series."""
    total, term, k = Decimal(0), Decimal(1) / n, 0
    while abs(term) > Decimal(10) ** -58:
        total += term / (2 * k + 1)
        term /= -n * n
        k += 1
    return total


def split(x, widths):
    """x as a sum of doubles of the given numbers of significant bits (53: rounded), largest first."""
    parts = []
    for bits in widths:
        _, exponent = math.frexp(float(x))
        unit = Decimal(2) ** (exponent - bits)
        part = (x / unit).to_integral_value() * unit
        parts.append(float(part))
        x -= part
    return parts


if __name__ == "__main__":
    half_ln2 = math.log(2) / 2 * 1.0005
    show("exp.h, (e^r - 1 - r) / r^2 in r", *fit(exp_tail, lambda r: r * r / math.exp(r), -half_ln2, half_ln2, 4))
    show("tanh.h, (tanh x / x - 1) / x^2 in x^2", *fit(tanh_tail, lambda z: z, 1e-7, 0.625**2, 4))
    show("normal_cdf.h, in u", *fit(mills, lambda u: 1 / mills(u), 1 / (1 + 14.5 * MILLS_SCALE), 1.0, 9))
    ln2, half_pi = Decimal(2).ln(), 2 * (4 * arctan_inverse(5) - arctan_inverse(239))
    for name, value, widths in (
        ("exp.h, ln 2", ln2, (15, 24)),
        ("constants.h, ln 2", ln2, (40, 53)),
        ("sincos.cpp, pi / 2", half_pi, (33, 33, 53)),
    ):
        print(f"{name}: " + ", ".join(f"{part:.17g}" for part in split(value, widths)))
