import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../src/actions/accounts/create-account.ts";
import { addCaseNote } from "../../src/actions/add-case-note.ts";
import { runCli } from "../../src/cli/run.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { startTestService, TEST_PEPPER, type TestService } from "../support/service.ts";
import { accountContext } from "../support/signed-in.ts";
import { givenWorld, type World } from "../support/world.ts";

const HOSTILE = "x\u007f\u009b2J\u202e\u2066\u2028\u2029\u200b\ufeff\u00ad\u{e0041}y";
const OBEYED_OR_HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const ESCAPED = String.raw`\u009b2J\u202e\u2066\u2028\u2029\u200b\ufeff\u00ad\udb40\udc41`;

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startTestService();
  world = await givenWorld(service, HOSTILE);
  const actor = { ...TEST_ACTOR, id: HOSTILE };
  const ctx = { db: world.db, clock: () => service.clock.now, actor };
  await addCaseNote(ctx, world.found.caseId, HOSTILE);
  await createAccount(accountContext(service), {
    email: "maya@northwind.example",
    name: HOSTILE,
    password: null,
    isOperator: true,
  });
});
afterAll(() => service.stop());

/** Runs a command on the database of the service with the terminal of the program. */
async function run(words: readonly string[]) {
  const written = { stdout: "", stderr: "" };
  const { databaseUrl, dataDir } = service;
  const code = await runCli({
    argv: words,
    env: {
      PARAPET_SECRET: TEST_PEPPER,
      ...(databaseUrl && { PARAPET_DATABASE_URL: databaseUrl }),
      ...(dataDir && { PARAPET_DATA_DIR: dataDir }),
    },
    terminal: createTerminal({
      stdout: (text) => {
        written.stdout += text;
      },
      stderr: (text) => {
        written.stderr += text;
      },
      isLive: false,
      nowMs: () => 0,
      every: () => () => undefined,
    }),
  });
  return { code, ...written };
}

/** Command lines that print something of the database, and whether the hostile text is in it. */
const LINES: readonly (readonly [command: string, words: (name: string) => readonly string[], isShown?: true])[] = [
  ["rows show", (name) => ["--domain", name, `${HOSTILE}-a`, `${HOSTILE}-b`], true],
  ["cases explain", (name) => ["--domain", name, `${HOSTILE}-a`, `${HOSTILE}-b`], true],
  ["audit list", (name) => ["--domain", name], true],
  ["audit export", (name) => ["--domain", name], true],
  ["audit verify", (name) => ["--domain", name]],
  ["admin list", () => [], true],
  ["connector list", (name) => ["--domain", name]],
  ["connector remove", (name) => ["--domain", name, HOSTILE]],
  ["connector test", (name) => ["--domain", name, HOSTILE]],
  ["key list", (name) => ["--domain", name]],
  ["key revoke", (name) => ["--domain", name, HOSTILE]],
  ["domain show", (name) => [name]],
  ["domain list", () => []],
  ["domain create", () => [HOSTILE]],
  ["rules list", (name) => ["--domain", name]],
  ["rules show", (name) => ["--domain", name, HOSTILE]],
  ["rules check", () => [HOSTILE]],
  ["retention show", (name) => ["--domain", name]],
  ["ingest", (name) => ["--domain", name, "--table", "Syslog", HOSTILE]],
  ["import", (name) => ["--domain", name, HOSTILE]],
  ["backup", () => [`/${HOSTILE}/${HOSTILE}`]],
  ["restore", () => [HOSTILE]],
  ["doctor", () => []],
];

it.each(LINES.flatMap(([command, words, isShown]) => [false, true].map((json) => ({ command, words, isShown, json }))))(
  "nothing that $command writes (json: $json) is obeyed by a terminal or hidden in it",
  async ({ command, words, isShown, json }) => {
    const { stdout, stderr } = await run([...command.split(" "), ...words(world.name), ...(json ? ["--json"] : [])]);
    for (const text of [stdout, stderr]) expect(text.replaceAll("\n", "")).not.toMatch(OBEYED_OR_HIDDEN);
    expect(stdout + stderr).not.toBe("");
    const isJson = json || ["rows show", "audit export"].includes(command);
    if (isShown && isJson) expect(stdout).toContain(ESCAPED);
  },
);

it("commands write through their terminal only, so that none can leave the escapes out", async () => {
  const folder = fileURLToPath(new URL("../../src", import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const direct: string[] = [];
  for (const file of files) {
    if (
      /process\.std(out|err)|\bconsole\.(log|error|warn|info|debug)\b|createWriteStream\(.*\/dev\//.test(
        await readFile(`${folder}/${file}`, "utf8"),
      )
    ) {
      direct.push(file);
    }
  }
  expect(direct).toEqual(["main.ts"]);
});
