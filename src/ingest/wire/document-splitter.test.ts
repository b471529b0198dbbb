import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DocumentSplitter, type SplitDocument } from "./document-splitter.ts";

function split(text: string | Buffer, { isDocument = true, maxElements = 1_000, cuts = [] as readonly number[] } = {}) {
  const splitter = new DocumentSplitter({ maxElements, isDocument });
  const bytes = Buffer.from(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    splitter.push(bytes.subarray(start, end));
    start = end;
  }
  return splitter.end();
}

const textsOf = (found: SplitDocument) =>
  found.kind === "array" ? found.elements.map((element) => ("text" in element ? element.text : element.problem)) : [];

/** Returns what a parser that has the whole text at once makes of it. */
function expected(value: unknown) {
  if (Array.isArray(value)) return { kind: "array", elements: value };
  const { records, value: list, ...rest } = value as Record<string, unknown>;
  const lists = { ...(Array.isArray(records) && { records }), ...(Array.isArray(list) && { value: list }) };
  const frame = {
    ...rest,
    ...(records !== undefined && { records: Array.isArray(records) ? [] : records }),
    ...(list !== undefined && { value: Array.isArray(list) ? [] : list }),
  };
  return { kind: "document", frame, lists };
}

const parsed = (element: object) => ("text" in element ? (JSON.parse(String(element.text)) as unknown) : element);

function found(result: SplitDocument) {
  if (result.kind === "lines") return result;
  if (result.kind === "array") return { kind: "array", elements: result.elements.map(parsed) };
  const lists = Object.fromEntries([...result.lists].map(([name, elements]) => [name, elements.map(parsed)]));
  return { kind: "document", frame: parsed(result.frame), lists };
}

const anyValue = fc.jsonValue({ maxDepth: 4 });
const anyObject = fc
  .record(
    {
      records: fc.oneof(fc.array(anyValue), anyValue),
      value: fc.oneof(fc.array(anyValue), anyValue),
      "@odata.nextLink": fc.string(),
      nested: fc.record({ value: fc.array(anyValue), records: fc.array(anyValue) }),
      other: anyValue,
    },
    { requiredKeys: [] },
  )
  // Without -0, which JSON.stringify writes as 0.
  .map((value) => JSON.parse(JSON.stringify(value)) as object);
const anyArray = fc.array(anyValue).map((value) => JSON.parse(JSON.stringify(value)) as unknown[]);

describe("a JSON array or document", () => {
  it("is split into the same elements whatever the chunk boundaries and the white space", () => {
    fc.assert(
      fc.property(
        fc.oneof(anyArray, anyObject),
        fc.array(fc.nat(5_000), { maxLength: 40 }),
        fc.constantFrom(undefined, 1, "\t"),
        (value, cuts, space) => {
          const text = ` ${JSON.stringify(value, null, space)}\n`;
          expect(found(split(text, { cuts }))).toEqual(expected(value));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is split between its elements and nowhere else", () => {
    expect(textsOf(split(' [ {"a":"],["} , [1,[2]] , "\\",\\"" ] '))).toEqual([
      ' {"a":"],["} ',
      " [1,[2]] ",
      ' "\\",\\"" ',
    ]);
    expect(textsOf(split("[]"))).toEqual([]);
    expect(textsOf(split("\ufeff[1]"))).toEqual(["1"]);
    expect(textsOf(split("[1,,2,]"))).toEqual(["1", "", "2", ""]);
  });

  it("is refused when it begins as an array and does not end as one", () => {
    for (const text of ["[1,2", "[[1]", "[1]]", "[", "[1}", '["a]', "[1][2]", "[1] x"]) {
      expect(() => split(text), text).toThrow("the body starts as a JSON array but is not one: ");
    }
  });

  it("is refused with the line and position of what is wrong, however it is split into chunks", () => {
    const text = '[\n  {"a": 1},\n  {"b": 2}\n}';
    for (const cuts of [[], [3], [14, 27], [...text].map((_, at) => at)]) {
      expect(() => split(text, { cuts })).toThrow("not one: unexpected '}' at line 4, position 1");
    }
    expect(() => split("[1,\n2")).toThrow("not one: it ends before its ']', at line 2, position 2");
  });

  it("reports an unreadable element without affecting the others", () => {
    const bytes = Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from('", {oops}, 3]')]);
    expect(textsOf(split(bytes))).toEqual(["is not valid UTF-8", " {oops}", " 3"]);
  });

  it("finds a list whose name is written with escapes", () => {
    expect(found(split('{"\\u0076alue":[1,2]}'))).toEqual({
      kind: "document",
      frame: { value: [] },
      lists: { value: [1, 2] },
    });
  });

  it("is read as lines when more follows the first object, when it never ends, or when it is not declared a document", () => {
    for (const text of ['{"a":1}\n{"b":2}', '{"a":[1}', '{"a":"x\n"}', "", "  \n", "7", '{"value":[1]', "{a:1}"]) {
      expect(split(text).kind, text).toBe("lines");
    }
    expect(split('{"a":1}', { isDocument: false }).kind).toBe("lines");
  });

  it("is refused as soon as it has too many elements or is nested too deeply", () => {
    const endless = new DocumentSplitter({ maxElements: 3, isDocument: true });
    expect(() => endless.push(Buffer.from('{"records":[0,0,0,0,'))).toThrow("a delivery may have at most");
    expect(() => split(`{"value":${"[".repeat(200_000)}`)).toThrow("nested more than 1000 levels deep");
    expect(() => split(`${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`)).toThrow("nested more than 1000 levels");
  });
});
