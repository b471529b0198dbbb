const COUNT = new Intl.NumberFormat("en-US");

/** Returns `12,345`. */
export function toCount(value: number): string {
  return COUNT.format(Math.round(value));
}

/** Returns a number with its noun: `1 file`, `1,200 files`. */
export function toAmount(value: number, noun: string): string {
  return `${toCount(value)} ${value === 1 ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  if (noun.endsWith("person")) return `${noun.slice(0, -6)}people`;
  return /(s|sh|ch|x)$/.test(noun) ? `${noun}es` : `${noun}s`.replace(/([^aeiou])ys$/, "$1ies");
}
