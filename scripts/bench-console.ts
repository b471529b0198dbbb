// Measures the case queue of the console in a domain with many cases: what the first load transfers, the largest
// response, and how long a key press takes until its effect is painted.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { createAccount } from "../src/actions/accounts/create-account.ts";
import { systemClock } from "../src/runtime/clock.ts";
import { readOrMakeSecret } from "../src/runtime/secret-file.ts";
import { migrate } from "../src/store/database/migrate.ts";
import { openDatabase } from "../src/store/database/open.ts";
import { fillDomain } from "./bench/dataset.ts";
import { launchBrowser } from "./browser/browser.ts";
import { evaluate } from "./browser/evaluate.ts";
import { signIn } from "./browser/sign-in.ts";
import { createTestFolder } from "./services/test-folder.ts";

const { values: options } = parseArgs({
  options: { cases: { type: "string", default: "10000" }, presses: { type: "string", default: "20" } },
});
const PROGRAM = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const ADMINISTRATOR = { email: "bench@northwind.example", password: "a sentence for the benchmark" };
const EVENTS_PER_CASE = 5;
/** Presses of keys that are not counted, while the browser compiles the code. */
const WARM_UP = 5;

const folder = createTestFolder();
const dataDir = join(folder.path, "data");
await fill();
const server = spawn(process.execPath, [PROGRAM, "serve", "--port", "0", "--data-dir", dataDir], {
  env: { PATH: process.env["PATH"] ?? "", PARAPET_METRICS_PORT: "0" },
  stdio: ["ignore", "ignore", "pipe"],
});
const browser = await launchBrowser(await addressOf());
try {
  const page = await browser.newPage();
  const transfers = watchTransfers(page);
  await signIn(page, ADMINISTRATOR);
  await page.goto("/d/bench/cases");
  await page.locator(".case-row").first().waitFor();
  const delays = await pressKeys(page);
  report(await transfers(), delays);
} finally {
  await browser.close();
  server.kill("SIGINT");
  await once(server, "close");
  folder.remove();
}

async function fill(): Promise<void> {
  const secret = await readOrMakeSecret(dataDir, () => undefined);
  const database = await openDatabase({ dataDir, statementTimeoutMs: 3_600_000, shared: false });
  await migrate(database, systemClock);
  await fillDomain(database, randomUUID(), "bench", Number(options.cases) * EVENTS_PER_CASE, () => undefined);
  const actor = { kind: "operator", id: "bench", origin: "bench" } as const;
  const request = { ...ADMINISTRATOR, name: null, isOperator: true };
  await createAccount({ database, clock: systemClock, actor, secret }, request);
  await database.close();
}

async function addressOf(): Promise<string> {
  let printed = "";
  for await (const text of server.stderr.setEncoding("utf8")) {
    printed += text;
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
    if (address) break;
  }
  server.stderr.resume();
  return /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? "";
}

interface Transfers {
  /** Compressed bytes of script that were loaded before the queue was shown. */
  readonly scriptBytes: number;
  readonly styleBytes: number;
  /** The most items that one response had. */
  readonly mostItems: number;
  readonly largestBytes: number;
}

function watchTransfers(page: Page): () => Promise<Transfers> {
  const seen: Promise<{ readonly type: string; readonly bytes: number; readonly items: number }>[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    const measure = async () => {
      const { responseBodySize: bytes } = await response.request().sizes();
      const body = type === "fetch" ? await response.text().catch(() => "") : "";
      return { type, bytes, items: body === "" ? 0 : ((JSON.parse(body) as { items?: unknown[] }).items?.length ?? 0) };
    };
    seen.push(measure());
  });
  return async () => {
    const all = await Promise.all(seen);
    const bytesOf = (type: string) => all.filter((one) => one.type === type).reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      scriptBytes: bytesOf("script"),
      styleBytes: bytesOf("stylesheet"),
      mostItems: Math.max(...all.map(({ items }) => items)),
      largestBytes: Math.max(...all.filter(({ type }) => type === "fetch").map(({ bytes }) => bytes)),
    };
  };
}

/** Presses the keys of the queue and returns the milliseconds from each press until its effect is painted. */
async function pressKeys(page: Page): Promise<readonly number[]> {
  await evaluate(
    page,
    `
    window.delays = [];
    addEventListener("keydown", (event) => {
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.delays.push(performance.now() - event.timeStamp);
        painted.port2.postMessage(0);
      });
    }, true);`,
  );
  const keys = ["j", "j", "x", "j", "k"];
  for (let n = 0; n < Number(options.presses) + WARM_UP; n++) {
    await page.keyboard.press(keys[n % keys.length] ?? "j");
    await page.waitForTimeout(150);
  }
  return (await evaluate<number[]>(page, "window.delays")).slice(WARM_UP).sort((a, b) => a - b);
}

function report({ scriptBytes, styleBytes, mostItems, largestBytes }: Transfers, delays: readonly number[]): void {
  const kb = (bytes: number): string => (bytes / 1_000).toFixed(1);
  const at = (share: number): string => (delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN).toFixed(0);
  console.log(`cases ${options.cases}, key presses ${delays.length}`);
  console.log(
    `script=${kb(scriptBytes)}KB style=${kb(styleBytes)}KB items/response=${mostItems} response=${kb(largestBytes)}KB`,
  );
  console.log(`press p50=${at(0.5)}ms p95=${at(0.95)}ms max=${at(1)}ms`);
}
