import { CircleCheck, CircleDashed, CircleDot, Search, ShieldCheck } from "lucide-react";
import type { ReactElement } from "react";
import type { CaseState } from "../../../src/model/vocabulary.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Icon } from "../../ui/icon.tsx";
import { CASE_STATES } from "../../words.ts";

const LOOKS: Readonly<Record<CaseState, { readonly icon: Icon; readonly tone: Tone }>> = {
  discover: { icon: CircleDot, tone: "accent" },
  pending_investigation: { icon: CircleDashed, tone: "neutral" },
  investigating: { icon: Search, tone: "medium" },
  enforced: { icon: ShieldCheck, tone: "good" },
  closed: { icon: CircleCheck, tone: "neutral" },
};

/** The state of a case as icon and word. */
export function StateBadge({ state }: { readonly state: CaseState }): ReactElement {
  const { icon, tone } = LOOKS[state];
  return (
    <Badge icon={icon} tone={tone}>
      {CASE_STATES[state]}
    </Badge>
  );
}
