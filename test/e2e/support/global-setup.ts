import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startDemo } from "../../../scripts/browser/demo-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The data folder of a demo that was filled and stopped, for tests to copy. */
    readonly filledDemo: string;
  }
}

/** Fills the demo once, so that each test file starts from a copy of it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "ppt-e2e-"));
  const dataDir = join(folder, "data");
  const demo = await startDemo(dataDir);
  await demo.stop();
  project.provide("filledDemo", dataDir);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
