// Numbers as people read them: three significant digits, a real minus sign, powers of ten as powers.

const SUPERSCRIPTS: Record<string, string> = {
  '-': '⁻',
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
};

const superscript = (exponent: number): string =>
  String(exponent).replace(/[-0-9]/g, (sign) => SUPERSCRIPTS[sign]!);

const typeset = (digits: string, decimalMark: string): string =>
  digits.replace('-', '−').replace('.', decimalMark);

function nonFinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '∞' : '−∞';
}

/** A measured value, `digits` significant digits: 2.64, 0.0213, 1.2×10⁻⁵, ∞, NaN. */
export function formatNumber(value: number, decimalMark = '.', digits = 3): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e4) {
    const rounded = size >= 10 ** digits ? value.toFixed(0) : value.toPrecision(digits);
    return typeset(rounded.includes('e') ? String(Number(rounded)) : rounded, decimalMark);
  }
  const [mantissa, exponent] = value.toExponential(Math.min(1, digits - 1)).split('e');
  return `${typeset(mantissa!, decimalMark)}×10${superscript(Number(exponent))}`;
}

/** A label on an axis: as short as the value allows, 0.001, 0.25, 500, 10⁻⁶. */
export function formatTick(value: number, decimalMark = '.'): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  const size = Math.abs(value);
  if (size === 0 || (size >= 0.9e-3 && size < 1e6)) {
    return typeset(String(Number(value.toPrecision(6))), decimalMark);
  }
  const [mantissa, exponent] = Number(value.toPrecision(6)).toExponential().split('e');
  const power = `10${superscript(Number(exponent))}`;
  return mantissa === '1' ? power : `${typeset(mantissa!, decimalMark)}×${power}`;
}

/** A number of a sentence: two significant digits are enough to be read, three from 1 on. */
export function spoken(value: number, decimalMark: string): string {
  return formatNumber(value, decimalMark, Math.abs(value) < 1 ? 2 : 3);
}
