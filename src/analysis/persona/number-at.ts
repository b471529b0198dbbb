/** Returns the number at a position that exists. */
export const numberAt = (numbers: Int32Array | Float64Array | Uint8Array, position: number): number =>
  numbers[position] as number;
