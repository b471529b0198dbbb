import { existsSync, readFileSync } from "node:fs";

/** The outcome of one run of the suite, summed over all projects. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skippedTests: readonly string[];
}

export const NOTHING_RAN: Tally = { passed: 0, failed: 0, skippedTests: [] };

interface ReportedTest {
  readonly fullName: string;
  readonly status: string;
}

interface ReportedFile {
  readonly status: string;
  readonly assertionResults: readonly ReportedTest[];
}

/** Reads vitest's JSON report; a run that ended before writing one counts as nothing run. */
export function readTally(reportPath: string): Tally {
  if (!existsSync(reportPath)) return NOTHING_RAN;
  // Vitest's own format; the two interfaces above name the part that is read.
  const report = JSON.parse(readFileSync(reportPath, "utf8")) as { testResults: readonly ReportedFile[] };
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  return {
    passed: tests.filter((test) => test.status === "passed").length,
    failed: tests.filter((test) => test.status === "failed").length + report.testResults.filter(failedOutright).length,
    skippedTests: tests
      .filter((test) => !["passed", "failed"].includes(test.status))
      .map((test) => test.fullName.trim()),
  };
}

/** A file that cannot be loaded, or whose hook throws, fails without any test of its own failing. */
function failedOutright(file: ReportedFile): boolean {
  return file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed");
}
