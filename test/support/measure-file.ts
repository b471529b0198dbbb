import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect, inject } from "vitest";
import { childrenCpuMs, ownCpuMs } from "../../scripts/services/processor-time.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The project that runs the file. */
    readonly part: string;
  }
}

/** What a test file took, together with the programs that it started and awaited. */
export interface MeasuredFile {
  readonly part: string;
  readonly file: string;
  readonly ms: number;
  readonly cpuMs: number;
}

const report = process.env["PARAPET_TEST_FILES_REPORT"];
const cpuMs = (): number => ownCpuMs() + childrenCpuMs();
const [startedAt, cpuBefore] = [performance.now(), cpuMs()];

// What is registered first runs last.
afterAll(() => {
  if (!report) return;
  const measured: MeasuredFile = {
    part: inject("part"),
    file: relative(process.cwd(), expect.getState().testPath ?? ""),
    ms: performance.now() - startedAt,
    cpuMs: cpuMs() - cpuBefore,
  };
  appendFileSync(report, `${JSON.stringify(measured)}\n`);
});
