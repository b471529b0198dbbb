import fc from "fast-check";
import { expect, test } from "vitest";
import type { RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { HitMemory } from "./hit-memory.ts";
import { hitPacker, hitReader } from "./pack-hit.ts";

const MEMORY: HitMemory = {
  name: "test@1",
  tables: new Set(["SigninLogs"]),
  foldMs: 0,
  hitsOf: () => [],
  ignoresCounts: false,
  isGated: false,
  readers: [],
  keptMs: 0,
};

const anyName = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !/\p{Cc}/u.test(text));
const anyActor: fc.Arbitrary<Actor> = fc
  .record({
    key: anyName,
    subject: anyName,
    upn: fc.option(anyName),
    name: fc.option(anyName),
    tuid: fc.option(anyName),
    email: fc.option(anyName),
    isPlain: fc.boolean(),
  })
  .map(({ key, subject, upn, name, tuid, email, isPlain }) => {
    const ids = isPlain ? { tuid: subject, email: upn } : { tuid, email };
    return { kind: "user", key, keys: [key], subject, upn, name, ...ids };
  });

const anyHit: fc.Arbitrary<RowHit> = fc
  .record({
    value: anyName,
    at: fc.nat(),
    rowId: anyName,
    actor: fc.option(anyActor),
    platformEventId: fc.option(anyName),
    count: fc.nat(),
    data: fc.option(fc.dictionary(fc.constantFrom("a", "b"), fc.oneof(anyName, fc.nat(), fc.boolean()))),
  })
  .map(({ rowId, data, ...hit }) => {
    const ref = { table: "SigninLogs", rowId, at: hit.at } as const;
    return { group: "g", ...hit, ref, ...(data && { data }) };
  });

test("a hit is unpacked as it was packed", () => {
  fc.assert(
    fc.property(anyHit, (hit) => {
      const { at, count, memory } = hitPacker(MEMORY)(hit);
      expect(hitReader(hit.group)({ at, count, memory })).toEqual(hit);
    }),
  );
});

test("no text of a row is read as a mark, and the database can store all of it", () => {
  const hostile = ["\u001f", "\u001e", "\u001d", "\u0000", "\ud800"].map((mark) => `a${mark}b`);
  fc.assert(
    fc.property(fc.constantFrom(...hostile), fc.constantFrom(...hostile), (value, upn) => {
      const actor: Actor = {
        kind: "user",
        key: value,
        keys: [],
        subject: upn,
        upn,
        name: null,
        tuid: null,
        email: null,
      };
      const ref = { table: "SigninLogs", rowId: value, at: 1 } as const;
      const hit = { group: "g", value, at: 1, ref, actor, platformEventId: null, count: 1 };
      const row = hitPacker(MEMORY)(hit);
      expect([row.memory, row.hitKey, row.rowId].every((text) => text.isWellFormed() && !text.includes("\0"))).toBe(
        true,
      );
      const read = hitReader("g")(row);
      for (const text of [read.value, read.actor?.upn]) expect(text).toMatch(/^a.b$/u);
      expect([read.actor?.name, read.actor?.tuid, read.actor?.email]).toEqual([null, null, null]);
    }),
  );
});
