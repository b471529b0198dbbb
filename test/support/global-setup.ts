import { setFlagsFromString } from "node:v8";
import type { TestProject } from "vitest/node";
import { QUICK_WASM } from "./quick-wasm.ts";
import { prepareTemplate } from "./template.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The database this project's tests run on. */
    readonly engine: "embedded" | "postgres";
    /** A migrated database without rows: the name of a PostgreSQL database, or the path of an embedded dump. */
    readonly template: string;
    /** The data folder of the embedded one; empty on PostgreSQL. */
    readonly templateFolder: string;
  }
}

/** Migrates once per project, so that a test only copies the result. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  setFlagsFromString(QUICK_WASM);
  const { template, templateFolder, remove } = await prepareTemplate(project.getProvidedContext().engine);
  project.provide("template", template);
  project.provide("templateFolder", templateFolder);
  return remove;
}
