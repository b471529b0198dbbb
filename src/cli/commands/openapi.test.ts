import { expect, test } from "vitest";
import { ingestOpenApiText } from "../../contract/openapi/ingest-document.ts";
import { openApiText } from "../../contract/openapi/public-document.ts";
import { runCli } from "../run.ts";

async function openapi(...argv: readonly string[]) {
  const said = { out: "", notes: "" };
  const terminal = {
    out: (text: string) => {
      said.out += `${text}\n`;
    },
    note: (text: string) => {
      said.notes += `${text}\n`;
    },
    progress: () => undefined,
  };
  const code = await runCli({ argv: ["openapi", ...argv], env: {}, terminal });
  return { code, ...said };
}

test("openapi prints the document of the public API unless the other one is named", async () => {
  expect(await openapi()).toEqual({ code: 0, out: openApiText(), notes: "" });
  expect(await openapi("public")).toEqual({ code: 0, out: openApiText(), notes: "" });
});

test("openapi ingest prints the document of the ingest API", async () => {
  expect(await openapi("ingest")).toEqual({ code: 0, out: ingestOpenApiText(), notes: "" });
});

test("a document that does not exist is refused with the names of those that do", async () => {
  for (const word of ["now", "constructor"]) {
    const { code, out, notes } = await openapi(word);
    expect([code, out]).toEqual([2, ""]);
    expect(notes).toBe(
      `parapet: unexpected '${word}'; the documents are public, ingest (see parapet openapi --help)\n`,
    );
  }
});

test("the help of openapi names both documents", async () => {
  expect((await openapi("--help")).out).toContain("parapet openapi [public|ingest]");
});
