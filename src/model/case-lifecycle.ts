import { CASE_STATES, type CaseState } from "./vocabulary.ts";

/** Returns the states that a person may move a case to: every later one. A verdict has effects of its own. */
export const laterStates = (state: CaseState): readonly CaseState[] =>
  CASE_STATES.slice(CASE_STATES.indexOf(state) + 1);

/** Whether a case goes back to investigation by being reopened. */
export const isReopenable = (state: CaseState): boolean => state === "enforced" || state === "closed";
