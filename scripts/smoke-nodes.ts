// Runs the compiled CLI on every supported Node.js release line except the current one, which the tests use. Ends with 77 if one could
// not be had.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "./services/server-process.ts";

const OTHER_LINES = [22, 24];
const NOT_RUN = 77;
const STARTED_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;
const COMMAND_TIMEOUT_MS = 30_000;
const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** The checks for every Node.js line; each throws if it fails. */
const CHECKS: readonly { readonly promise: string; readonly prove: (node: string, folder: string) => Promise<void> }[] =
  [
    { promise: "openapi prints JSON", prove: proveOpenapi },
    { promise: "demo starts, answers and stops", prove: proveDemo },
  ];

const folder = mkdtempSync(join(tmpdir(), "ppt-smoke-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

for (const line of OTHER_LINES) {
  const node = findNode(line);
  if (node === undefined) continue;
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  for (const { promise, prove } of CHECKS) {
    await prove(node, join(folder, String(line)));
    console.log(`node ${version}: ${promise}`);
  }
}

/** Returns the program of a release line; undefined if it could not be installed, which the exit code shows. */
function findNode(line: number): string | undefined {
  try {
    return installNode(line, join(folder, String(line)));
  } catch (error) {
    console.log(`not run: Node.js ${line} could not be installed (${(error as Error).message.split("\n")[0]})`);
    process.exitCode = NOT_RUN;
    return undefined;
  }
}

/** The package of this platform holds the binary itself, so no install script has to run. */
function installNode(line: number, prefix: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["install", ...options, "--prefix", prefix, `${name}@${line}`], {
    cwd: tmpdir(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(prefix, "node_modules", name, "bin", "node");
}

async function proveOpenapi(node: string): Promise<void> {
  const printed = execFileSync(node, [MAIN, "openapi"], { encoding: "utf8", timeout: COMMAND_TIMEOUT_MS });
  const document: unknown = JSON.parse(printed);
  if (typeof document !== "object" || document === null || !("openapi" in document)) {
    throw new Error("openapi printed JSON, but not an OpenAPI document");
  }
}

async function proveDemo(node: string, home: string): Promise<void> {
  const port = await findFreePort();
  const args = [MAIN, "demo", "--port", String(port), "--data-dir", join(home, "data")];
  const demo = spawn(node, args, { cwd: home, stdio: ["ignore", "pipe", "pipe"] });
  demo.stderr.pipe(process.stderr);
  const kill = (): void => void demo.kill("SIGKILL");
  process.once("exit", kill);
  const exited = new Promise<string>((resolve) => {
    demo.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  });

  const key = await readPrintedKey(demo, exited);
  const base = `http://127.0.0.1:${port}`;
  await expectOk(`${base}/readyz`, {});
  await expectOk(`${base}/api/v1/external/whoami`, { "X-API-Key": key });
  demo.kill("SIGTERM");
  const end = await Promise.race([exited, sleep(STOPPED_WITHIN_MS, "still running", { ref: false })]);
  if (end !== "code 0") throw new Error(`demo was to exit with code 0 on SIGTERM, but: ${end}`);
  process.off("exit", kill);
}

/** Waits for the key that demo prints once it serves. */
async function readPrintedKey(demo: ChildProcess, exited: Promise<string>): Promise<string> {
  const printed = new Promise<string>((resolve) => {
    let output = "";
    demo.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const key = /\bppt_\w+(?=\W)/.exec(output)?.[0];
      if (key) resolve(key);
    });
  });
  const tooEarly = exited.then((end) => Promise.reject(new Error(`demo ended with ${end} before it printed a key`)));
  const tooLate = untilSilent(demo).then(() =>
    Promise.reject(new Error(`demo printed no key, and nothing else for ${STARTED_WITHIN_MS / 1_000} s`)),
  );
  tooEarly.catch(() => undefined);
  tooLate.catch(() => undefined);
  return Promise.race([printed, tooEarly, tooLate]);
}

/** Waits until a process has printed nothing for a while. Its progress shows that a slow machine is still at work. */
async function untilSilent(child: ChildProcess): Promise<void> {
  let printedAt = Date.now();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", () => {
      printedAt = Date.now();
    });
  }
  while (Date.now() - printedAt < STARTED_WITHIN_MS) await sleep(1_000, undefined, { ref: false });
}

/** Retries until the URL returns 200: the key may be printed just before /readyz does. */
async function expectOk(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const deadline = Date.now() + STARTED_WITHIN_MS;
  let answer = "no answer";
  while (Date.now() < deadline) {
    answer = await fetch(url, { headers }).then(
      (reply) => String(reply.status),
      (error: Error) => error.message,
    );
    if (answer === "200") return;
    await sleep(250);
  }
  throw new Error(`GET ${url} was to answer 200, but: ${answer}`);
}
