/**
 * Returns the part of the Jensen-Shannon divergence (base 2) that one category contributes, from its shares in two
 * distributions. The parts of all categories add up to the divergence.
 */
export function divergencePart(one: number, other: number): number {
  const middle = (one + other) / 2;
  const term = (share: number): number => (share === 0 ? 0 : (share / 2) * Math.log2(share / middle));
  return term(one) + term(other);
}

/** Returns the Jensen-Shannon distance of two vectors of counts: 0 if the shares are equal, 1 if nothing is shared. */
export function jsDistance(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const [total, otherTotal] = [sumOf(one), sumOf(other)];
  if (total === 0 || otherTotal === 0) return 0;
  let divergence = 0;
  for (let index = 0; index < one.length; index++) {
    const [count, otherCount] = [one[index] ?? 0, other[index] ?? 0];
    if (count + otherCount > 0) divergence += divergencePart(count / total, otherCount / otherTotal);
  }
  return Math.sqrt(Math.min(1, Math.max(0, divergence)));
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  return sum;
}

/** Returns the Jaccard distance of the sets of categories with a positive count. */
export function jaccardDistance(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [both, either] = [0, 0];
  for (let index = 0; index < one.length; index++) {
    const [inOne, inOther] = [(one[index] ?? 0) > 0, (other[index] ?? 0) > 0];
    if (inOne && inOther) both++;
    if (inOne || inOther) either++;
  }
  return either === 0 ? 0 : 1 - both / either;
}
