import fc from "fast-check";
import type { DeliveredRow } from "./row-sets.ts";

/** A way to deliver rows: in parts, in some order and with duplicates, processed in batches of a size. */
export interface Delivery {
  readonly parts: readonly (readonly DeliveredRow[])[];
  /** The most rows of a batch. */
  readonly limit: number;
}

/** Any delivery of the rows. */
export const anyDelivery = (rows: readonly DeliveredRow[]): fc.Arbitrary<Delivery> =>
  fc
    .record({
      order: fc.shuffledSubarray([...rows], { minLength: rows.length }),
      copies: fc.shuffledSubarray([...rows], { maxLength: 10 }),
      cuts: fc.array(fc.nat(rows.length), { maxLength: 4 }),
      limit: fc.integer({ min: 3, max: 50 }),
    })
    .map(({ order, copies, cuts, limit }) => ({ parts: cutInto([...order, ...copies], cuts), limit }));

/** The newest row first, in one part, processed one by one. */
export const inReverse = (rows: readonly DeliveredRow[]): Delivery => ({ parts: [rows.toReversed()], limit: 1 });

function cutInto(rows: readonly DeliveredRow[], cuts: readonly number[]): Delivery["parts"] {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), rows.length];
  return edges.slice(1).map((edge, index) => rows.slice(edges[index], edge));
}
