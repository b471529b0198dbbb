import type { TestProject } from "vitest/node";
import { prepareTemplate } from "./template.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The database this project's tests run on. */
    readonly engine: "embedded" | "postgres";
    /** What `openTestDatabase` copies: the name of a PostgreSQL database, or the path of an embedded dump. */
    readonly template: string;
  }
}

/** Migrates once per project, so that a test pays only for a copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template, remove } = await prepareTemplate(project.getProvidedContext().engine);
  project.provide("template", template);
  return remove;
}
