import fc from "fast-check";
import { expect, test } from "vitest";
import type { RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import type { HitMemory } from "./hit-memory.ts";
import { packActor, unpackActor } from "./pack-actor.ts";
import { packData, unpackData } from "./pack-data.ts";
import { hitPacker, hitReader } from "./pack-hit.ts";
import { codeOfTable, tableOfCode } from "./table-codes.ts";

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

const anyKey = fc.oneof(
  fc.constantFrom("name", "trust", "lat", "a", "b", "__proto__", "{"),
  fc.string({ maxLength: 3 }),
);
const anyValue = fc.oneof(
  anyName,
  fc.nat(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);

const anyHit: fc.Arbitrary<RowHit> = fc
  .record({
    value: anyName,
    at: fc.nat(),
    rowId: anyName,
    actor: fc.option(anyActor),
    platformEventId: fc.option(anyName),
    count: fc.nat(),
    data: fc.option(fc.dictionary(anyKey, anyValue)),
  })
  .map(({ rowId, data, ...hit }) => {
    const ref = { table: "SigninLogs", rowId, at: hit.at } as const;
    return { group: "g", ...hit, ref, ...(data && { data }) };
  });

/** Packs a hit and reads it again. */
function readAgain(hit: RowHit, memory: HitMemory = MEMORY): RowHit {
  const actorOf = () => hit.actor && unpackActor(packActor(hit.actor).packed);
  return hitReader(hit.group, actorOf)(hitPacker(memory)(hit));
}

test("a hit is unpacked as it was packed", () => {
  fc.assert(
    fc.property(anyHit, fc.constantFrom(0, 1_000), (hit, foldMs) => {
      expect(readAgain(hit, { ...MEMORY, foldMs })).toEqual(hit);
    }),
  );
});

test("what a column contains is not repeated in the text", () => {
  const ref = { table: "SigninLogs", rowId: "0b8f2a9e-3f1d-4a55-9d5c-6a1f6a1b7c3d", at: 5 } as const;
  const platformEventId = "1b8f2a9e-3f1d-4a55-9d5c-6a1f6a1b7c3d";
  const hit = { group: "g", value: "gb", at: 5, ref, actor: null, platformEventId, count: 1 };
  const folding = { ...MEMORY, foldMs: 1_000 };
  expect(hitPacker(folding)(hit)).toMatchObject({ rowKey: ref.rowId, eventKey: platformEventId, memory: "si" });
  expect(hitPacker(folding)({ ...hit, data: { n: 1, name: "GB" } }).memory).toBe(
    "si\u001f\u001bn\u001b\u001c1\u0001GB",
  );
  const long = { ...hit, value: "longer than a key" };
  expect(hitPacker(folding)(long).memory).toBe("si\u001f\u001d\u001flonger than a key");
  for (const one of [hit, long]) expect(readAgain(one, folding)).toEqual(one);
});

test("data that the value of a hit contains are not repeated, and data of earlier versions are read", () => {
  const data = { origin: "ip:203.0.113.9", accepted: false, country: null };
  const packed = packData(data, "approved:ip:203.0.113.9");
  expect(packed).toBe("\u0003\u001e9\u0004\u001cf\u0005\u001cn");
  expect(unpackData(packed, "approved:ip:203.0.113.9")).toEqual(data);
  expect(unpackData(JSON.stringify(data), "")).toEqual(data);
});

test("the sign of zero is kept in data", () => {
  for (const data of [{ lat: -0 }, { lat: 0 }, { lat: -0, name: "a\u0001b" }, { lat: 0, name: "a\u0001b" }]) {
    expect(unpackData(packData(data, ""), "")).toEqual(data);
  }
});

test("no text in data is read as a code or a mark", () => {
  const hostile = ["\u0001", "\u001b", "\u001c", "\u001d", "\u001e", "\u001f", "{", "\ud800"];
  const anyText = fc.array(fc.constantFrom(...hostile, "a", "t", "name")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), anyText, (data, value) => {
      const packed = packData(data, value);
      expect(packed).not.toContain("\u001f");
      expect(unpackData(packed, value)).toEqual(data);
    }),
  );
});

test("each table has a code of its own", () => {
  expect(LOG_TABLES.map((table) => tableOfCode(codeOfTable(table)))).toEqual(LOG_TABLES);
  expect(tableOfCode("FormerTable")).toBe("FormerTable");
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
      const texts = [row.memory, row.group, packActor(actor).packed];
      expect(texts.every((text) => text.isWellFormed() && !text.includes("\0"))).toBe(true);
      const read = readAgain(hit);
      for (const text of [read.value, read.actor?.upn]) expect(text).toMatch(/^a.b$/u);
      expect([read.actor?.name, read.actor?.tuid, read.actor?.email]).toEqual([null, null, null]);
    }),
  );
});
