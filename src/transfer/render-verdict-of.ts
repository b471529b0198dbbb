import { renderVerdict } from "../model/case.ts";
import { latestVerdict, type VerdictRecord } from "../store/verdicts.ts";

/** The text a case shows for its history: null while nobody has judged it. */
export function renderVerdictOf(history: readonly VerdictRecord[] | undefined): string | null {
  const verdict = latestVerdict(history ?? []);
  return verdict && renderVerdict(verdict);
}
