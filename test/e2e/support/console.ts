import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { launchBrowser, type WatchedBrowser } from "../../../scripts/browser/browser.ts";
import { type DemoServer, startDemo } from "../../../scripts/browser/demo-server.ts";
import { signIn } from "../../../scripts/browser/sign-in.ts";
import { launchProgram } from "../../support/installation.ts";
import { startServerProgram } from "../../support/server-program.ts";
import { copyDatabase, newDatabaseName, runOnServer, urlOfDatabase } from "../../support/template.ts";
import type { FilledDemo } from "./global-setup.ts";

/** The console of a demo of its own, and a browser for it. */
export interface TestConsole {
  readonly demo: DemoServer;
  readonly browser: WatchedBrowser;
  /** Opens a page as the administrator of the demo. */
  signedIn(options?: BrowserContextOptions): Promise<Page>;
  /** Runs a command of the program on the data of the demo while it is served; returns what it prints as JSON. */
  command<T>(args: readonly string[]): Promise<T>;
  remove(): Promise<void>;
}

interface ConsoleOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** A free one unless given. */
  readonly port?: number;
  /** Origins beside the console's own that pages may visit. */
  readonly visited?: readonly string[];
}

/** Starts a copy of the filled demo, and a browser. */
export async function openConsole({ settings, port, visited }: ConsoleOptions = {}): Promise<TestConsole> {
  const folder = await mkdtemp(join(tmpdir(), "ppt-e2e-"));
  const dataDir = join(folder, "data");
  const filled = inject("filledDemo");
  const database = filled.database === "" ? undefined : await copyDemo(filled.database);
  const environment = {
    PARAPET_DATA_DIR: database ? dataDir : join(dataDir, "demo"),
    ...(database && { PARAPET_DATABASE_URL: urlOfDatabase(database) }),
  };
  // The folder of a demo is served by the demo only, which has no PostgreSQL.
  const source = database ? join("demo", "secret") : "";
  await cp(join(filled.dataDir, source), join(dataDir, basename(source)), { recursive: true });
  const demo = database
    ? await serveDemo(filled, { ...environment, ...settings }, port)
    : await startDemo(dataDir, settings, port);
  const browser = await launchBrowser(demo.address, visited);
  return {
    demo,
    browser,
    signedIn: async (options) => {
      const page = await browser.newPage(options);
      await signIn(page, demo.administrator);
      return page;
    },
    command: async <T>(args: readonly string[]) => {
      const launched = launchProgram([...args, "--json"], environment);
      const { code, stdout, stderr } = await launched.ended;
      if (code !== 0) throw new Error(`parapet ${args.join(" ")} ended with ${code}: ${stderr}`);
      return (stdout === "" ? undefined : JSON.parse(stdout)) as T;
    },
    remove: async () => {
      await browser.close();
      await demo.stop();
      if (database) await runOnServer(`drop database ${database} with (force)`);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function copyDemo(template: string): Promise<string> {
  const name = newDatabaseName("e2e");
  await copyDatabase(name, template);
  return name;
}

/** Serves a demo that was moved to PostgreSQL, as an installation is served. */
async function serveDemo(
  { key, administrator }: FilledDemo,
  settings: Readonly<Record<string, string>>,
  port?: number,
): Promise<DemoServer> {
  const server = await startServerProgram({ PARAPET_DRAIN_MS: "0", ...settings }, port);
  return { address: server.address, key, administrator, stop: () => server.stop() };
}
