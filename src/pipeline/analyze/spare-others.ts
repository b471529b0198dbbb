import type { AnalysisRun } from "./analysis-run.ts";

/**
 * Computes a result of one identity. If that fails, the result is undefined and the report of the run counts it in
 * `failed`: one identity does not stop the analysis of the others.
 */
export function spareOthers<T>({ fail }: Pick<AnalysisRun, "fail">, compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    fail?.(error);
    return undefined;
  }
}
