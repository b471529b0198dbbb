import { expect, test } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { adminOpenApiText } from "../../contract/openapi/admin-document.ts";
import { ingestOpenApiText } from "../../contract/openapi/ingest-document.ts";
import { openApiText } from "../../contract/openapi/public-document.ts";

const openapi = (...words: readonly string[]) => runCommand(["openapi", ...words]);

test("openapi prints the document of the public API unless another one is named", async () => {
  expect(await openapi()).toEqual({ code: 0, stdout: openApiText(), stderr: "", progress: [] });
  expect(await openapi("public")).toEqual({ code: 0, stdout: openApiText(), stderr: "", progress: [] });
});

test("openapi ingest prints the document of the ingest API", async () => {
  expect(await openapi("ingest")).toEqual({ code: 0, stdout: ingestOpenApiText(), stderr: "", progress: [] });
});

test("openapi admin prints the document of the admin API", async () => {
  expect(await openapi("admin")).toEqual({ code: 0, stdout: adminOpenApiText(), stderr: "", progress: [] });
});

test("a document that does not exist is refused with the names of those that do", async () => {
  for (const word of ["now", "constructor"]) {
    const { code, stdout, stderr } = await openapi(word);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `parapet: unexpected '${word}'; the documents are public, ingest, admin (see parapet openapi --help)\n`,
    );
  }
});

test("the help of openapi names the documents", async () => {
  expect((await openapi("--help")).stdout).toContain("parapet openapi [public|ingest|admin]");
});
