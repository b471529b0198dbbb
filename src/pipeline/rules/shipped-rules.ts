import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";
import { unpackRules } from "./parsed-rules.ts";
import { readRulesFolder, SHIPPED_RULES } from "./rules-folder.ts";
import { asShipped } from "./rules-layout.ts";

let reading: Promise<readonly RuleSource[]> | undefined;

/** Reads the shipped rules once: they do not change while the program runs, and parsing them takes most of a compilation. */
export function readShippedRules(): Promise<readonly RuleSource[]> {
  reading ??= readRulesFolder(SHIPPED_RULES).then(
    ({ sources }) => {
      const shipped = sources.map(asShipped);
      unpackRules(shipped);
      return shipped;
    },
    (error: unknown) => {
      reading = undefined;
      throw error;
    },
  );
  return reading;
}
