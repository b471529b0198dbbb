import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { DIRECTORY_KINDS } from "../../src/model/directory-kind.ts";
import { LOG_TABLES } from "../../src/model/rows/log-row.ts";
import { actorOf } from "../../src/model/rows/row-actor.ts";
import { isLogTable, TABLES } from "../../src/model/tables.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

const guide = readFileSync(new URL("../../docs/ingest.md", import.meta.url), "utf8");
const EXAMPLE = /^### (\S+)\n\n.+\n\n```json\n([\s\S]*?)\n```$/gm;
const examples = [...guide.matchAll(EXAMPLE)].map(([, name = "", text = ""]) => ({ name, text }));

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
});
afterAll(() => service.stop());

describe("the ingest guide", () => {
  it("has an example for every table and directory kind", () => {
    expect(examples.map(({ name }) => name).sort()).toEqual([...LOG_TABLES, ...DIRECTORY_KINDS].sort());
  });

  it.each(examples)("$name: the example is accepted unchanged", async ({ name, text }) => {
    const isRow = isLogTable(name);
    const path = isRow ? `/tables/${name}` : `/directory/${name}`;
    const options = { method: isRow ? "POST" : "PUT", payload: JSON.parse(text) as object } as const;
    const reply = await domain.ask(INGEST_BASE_PATH + path, options);
    expect(reply.body).toMatchObject({ accepted: 1, duplicates: 0, rejected: [] });
  });

  it.each(examples.filter(({ name }) => isLogTable(name)))(
    "$name: the example uses columns of the table",
    (example) => {
      const fields = JSON.parse(example.text) as Readonly<Record<string, unknown>>;
      if (!isLogTable(example.name)) throw new Error("not a table");
      const known = TABLES[example.name].columns;
      expect(Object.keys(fields).filter((column) => !known.has(column))).toEqual([]);
      if (example.name !== "EmailUrlInfo") expect(actorOf({ table: example.name, fields })).not.toBeNull();
    },
  );
});

it("a body whose lines are all rejected is answered as the guide shows", async () => {
  const shown = /printf '%s\\n' (.+) \|\n[^`]*```\n\n```json\n([\s\S]*?)\n```/.exec(guide);
  const lines = [...(shown?.[1] ?? "").matchAll(/'([^']*)'/g)].map(([, line]) => line);
  const headers = { "content-type": "application/x-ndjson" };
  const reply = await domain.ask(`${INGEST_BASE_PATH}/tables/Syslog`, {
    method: "POST",
    payload: lines.join("\n"),
    headers,
  });
  expect(lines).toHaveLength(2);
  expect([reply.status, reply.body]).toEqual([200, JSON.parse(shown?.[2] ?? "null")]);
});
