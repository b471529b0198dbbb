import type { RowExplanation } from "../../pipeline/explain/explain-row.ts";
import type { Invocation } from "../command.ts";
import { describeExplanation } from "./describe-explanation.ts";
import { toExplanationJson } from "./explanation-json.ts";

/** Prints explanations with an empty line between two, or with `--json` one object per line. */
export function printExplanations(
  { terminal, json }: Pick<Invocation, "terminal" | "json">,
  explained: readonly RowExplanation[],
): void {
  for (const [index, explanation] of explained.entries()) {
    if (json) {
      terminal.data(JSON.stringify(toExplanationJson(explanation)));
      continue;
    }
    if (index > 0) terminal.out("");
    for (const line of describeExplanation(explanation)) terminal.out(line);
  }
}
