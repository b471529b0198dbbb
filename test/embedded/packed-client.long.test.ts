import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenCase } from "../support/given.ts";
import { startTestService } from "../support/service.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

/** A project that has the packed package installed, and whose sources are the TypeScript blocks of the documents. */
const project = mkdtempSync(join(tmpdir(), "ppt-consumer-"));

interface Block {
  readonly name: string;
  readonly code: string;
}

function readBlocks(): readonly Block[] {
  const pages = ["", "docs/"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => folder + name),
  );
  return pages.flatMap((page) =>
    [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```(?:ts|typescript)\n(.*?)^```/gms)].map(
      ([, code = ""], at) => ({ name: `${page.replaceAll(/\W/g, "-")}-${at + 1}`, code }),
    ),
  );
}

/** Every published entry point of the client, and a use of each that only the right types accept. */
const ENTRY_POINTS = `
import type { Case } from "parapet/api-types";
import { type Client, createClient } from "parapet/client";
import { NotReadyError, ParapetError } from "parapet/client-error";
import { BASE_PATH, publicEndpoints } from "parapet/contract";

export const client: Client = createClient({ baseUrl: "http://127.0.0.1:8080", apiKey: "k" });
export const found: Case = await client.getCase({ params: { case_id: BASE_PATH } });
export const path: string = publicEndpoints.listCases.path;
export const isNotReady = (error: ParapetError): boolean => error instanceof NotReadyError;
// @ts-expect-error a case has no such member
found.no_such_member;
// @ts-expect-error the path parameter is required
await client.getCase({});
// @ts-expect-error a state that does not exist
await client.listCases({ query: { state: "lost" } });
const response = await client.withResponse.listUsers({}, { ifNoneMatch: "x" });
// @ts-expect-error there may be no data
response.data.items;
if (!response.notModified) response.data.items;
(await client.withResponse.listUsers()).data.items;
`;

beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", project], {
    cwd: ROOT,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ readonly filename: string }];
  const installed = join(project, "node_modules/parapet");
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", join(project, filename), "-C", installed, "--strip-components=1"]);
  mkdirSync(join(project, "node_modules/@types"));
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "consumer", type: "module" }));
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src/entry-points.ts"), ENTRY_POINTS);
  for (const { name, code } of readBlocks()) writeFileSync(join(project, "src", `${name}.ts`), code);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

async function compile(moduleResolution: "nodenext" | "bundler"): Promise<readonly string[]> {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    module: moduleResolution === "bundler" ? "esnext" : "nodenext",
    moduleResolution,
    target: "es2023",
    lib: ["es2023"],
    types: ["node"],
    rootDir: "src",
    outDir: moduleResolution,
  };
  const config = `tsconfig.${moduleResolution}.json`;
  writeFileSync(join(project, config), JSON.stringify({ compilerOptions, include: ["src"] }));
  const { stdout } = await run(process.execPath, [TSC, "-p", config, "--listFiles"], { cwd: project }).catch(
    ({ stdout: output }: { stdout: string }) => expect.fail(/^.*error TS.*$/m.exec(output)?.[0] ?? output),
  );
  return stdout.trim().split("\n");
}

describe("the packed client", { shuffle: false }, () => {
  it.each(["nodenext", "bundler"] as const)(
    "the packed client and every TypeScript block of the documents compile under strict with %s, and load the declarations of no other package",
    async (moduleResolution) => {
      expect(readBlocks().length).toBeGreaterThan(3);
      const files = await compile(moduleResolution);
      const loaded = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean);
      expect([...new Set(loaded)].sort()).toEqual(["@types/node", "parapet", "typescript", "undici-types"]);
    },
  );

  it("the first TypeScript block of the README lists the cases of a running server", async () => {
    const service = await startTestService();
    try {
      const domain = await service.givenDomain();
      const { caseId } = await givenCase(domain.db);
      const url = await service.service.app.listen({ port: 0, host: "127.0.0.1" });
      const [block] = readBlocks().filter(({ name }) => name.startsWith("README"));
      const compiled = readFileSync(join(project, "nodenext", `${block?.name}.js`), "utf8");
      expect(compiled).toContain("http://127.0.0.1:8080");
      writeFileSync(join(project, "run.mjs"), compiled.replace("http://127.0.0.1:8080", url));
      const env = { ...process.env, PARAPET_API_KEY: domain.key };
      const { stdout } = await run(process.execPath, ["run.mjs"], { cwd: project, env });
      expect(stdout).toContain(caseId);
    } finally {
      await service.stop();
    }
  });
});
