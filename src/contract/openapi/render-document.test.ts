import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { getNhiDetail, NhiDetail } from "../nhi.ts";
import { getPersonaDetail, PersonaDetail } from "../personas.ts";
import { DateTime, FreeForm, nullable, Uuid } from "../shapes.ts";
import { renderDocument } from "./render-document.ts";

const schema = Type.Object({
  id: Uuid,
  at: nullable(DateTime),
  section: nullable(Type.Object({ first: Type.String(), rows: Type.Array(Type.Object({ a: DateTime, b: FreeForm })) })),
  free: Type.Unknown(),
});

describe("renderDocument", () => {
  test("renders properties in the order of the schema, whatever the order of the input", () => {
    const document = {
      free: { z: 1, a: "2026-01-01T00:00:00Z" },
      section: { rows: [{ b: { y: 1, x: 2 }, a: "2026-01-02T03:04:05+02:00" }], first: "2026-01-01T00:00:00Z" },
      at: "2026-01-01t00:00:00.1234z",
      id: "2B6E8F0A-1C3D-4E5F-8A9B-0C1D2E3F4A5B",
    };
    expect(renderDocument(schema, document)).toBe(
      '{"id":"2b6e8f0a-1c3d-4e5f-8a9b-0c1d2e3f4a5b","at":"2026-01-01T00:00:00.123Z",' +
        '"section":{"first":"2026-01-01T00:00:00Z","rows":[{"a":"2026-01-02T01:04:05.000Z","b":{"y":1,"x":2}}]},' +
        '"free":{"z":1,"a":"2026-01-01T00:00:00Z"}}',
    );
  });

  test("keeps null where a section is null", () => {
    const document = { id: "2b6e8f0a-1c3d-4e5f-8a9b-0c1d2e3f4a5b", at: null, section: null, free: null };
    expect(renderDocument(schema, document)).toBe(JSON.stringify(document));
  });

  test("rendering is idempotent", () => {
    for (const [detail, example] of [
      [NhiDetail, getNhiDetail.replyExample],
      [PersonaDetail, getPersonaDetail.replyExample],
    ] as const) {
      const reversed = Object.fromEntries(Object.entries(example as object).reverse());
      const text = renderDocument(detail, reversed);
      expect(text).toBe(JSON.stringify(example));
      expect(renderDocument(detail, JSON.parse(text))).toBe(text);
    }
  });
});
