import { CircleCheck, CircleSlash } from "lucide-react";
import type { ReactElement } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { type Rule, STATES } from "./rule-words.ts";

/** Whether a rule is on, as icon and word. */
export function RuleState({ state }: { readonly state: Rule["state"] }): ReactElement {
  return (
    <Badge tone={state === "on" ? "good" : "medium"} icon={state === "on" ? CircleCheck : CircleSlash}>
      {STATES[state]}
    </Badge>
  );
}
