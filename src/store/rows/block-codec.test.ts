import fc from "fast-check";
import { expect, it } from "vitest";
import { newId } from "../../runtime/ids.ts";
import { type BlockRow, decodeFacts, decodeKeys, decodeTexts, encodeBlock, encodeTexts } from "./block-codec.ts";

const row: fc.Arbitrary<BlockRow> = fc.record({
  contentKey: fc.uuid(),
  itemId: fc.option(fc.string({ unit: "grapheme" })),
  at: fc.integer({ min: -1e13, max: 1e13 }),
  receivedAt: fc.integer({ min: 0, max: 1e13 }),
  late: fc.boolean(),
  text: fc.object().map((value) => JSON.stringify(value)),
});

it("a block returns its rows exactly as they were", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
      const { keys, facts, texts, bytes } = encodeBlock(rows, await encodeTexts(rows));
      expect(decodeKeys(keys)).toEqual(rows.map(({ contentKey }) => contentKey));
      expect(decodeTexts(texts)).toEqual(rows.map(({ text }) => text));
      const factsAt = decodeFacts(facts);
      expect(factsAt(rows.length)).toBeUndefined();
      expect(rows.map((_, slot) => factsAt(slot))).toEqual(
        rows.map(({ contentKey: _, text, ...facts }) => ({ ...facts, bytes: Buffer.byteLength(text) })),
      );
      expect(bytes).toBe(rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
    }),
    { numRuns: 50 },
  );
});

it("a block of similar rows takes a fraction of their text", async () => {
  const rows = Array.from({ length: 256 }, (_, n) => ({
    contentKey: newId(),
    itemId: null,
    at: n * 1_000,
    receivedAt: 1,
    late: false,
    text: JSON.stringify({
      TimeGenerated: new Date(n * 1_000),
      UserPrincipalName: `user${n % 9}@northwind.example`,
      n,
    }),
  }));
  const { facts, texts, bytes } = encodeBlock(rows, await encodeTexts(rows));
  expect(facts.length + texts.length).toBeLessThan(bytes / 4);
});
