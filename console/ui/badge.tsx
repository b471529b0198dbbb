import "./badge.css";
import { ChevronsUp, ChevronUp, CircleAlert, Equal, Minus } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import type { Severity } from "../../src/model/vocabulary.ts";
import { SEVERITIES } from "../words.ts";
import { type Icon, IconMark } from "./icon.tsx";

export type Tone = "neutral" | "accent" | "good" | "low" | "medium" | "high" | "critical";

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: Icon | undefined;
  readonly children: ReactNode;
}

/** A short word about the state of something. Color never carries the meaning alone. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps): ReactElement {
  return (
    <span className={`badge badge-${tone}`}>
      {icon && <IconMark icon={icon} />}
      {children}
    </span>
  );
}

const SEVERITY_LOOK: Readonly<Record<Severity, { readonly icon: Icon; readonly tone: Tone }>> = {
  critical: { icon: CircleAlert, tone: "critical" },
  high: { icon: ChevronsUp, tone: "high" },
  medium: { icon: ChevronUp, tone: "medium" },
  low: { icon: Equal, tone: "low" },
  none: { icon: Minus, tone: "neutral" },
};

/** A severity as icon and word; a value that is not known yet is shown as it is. */
export function SeverityBadge({ severity }: { readonly severity: string }): ReactElement {
  const look = (SEVERITY_LOOK as Readonly<Record<string, (typeof SEVERITY_LOOK)[Severity]>>)[severity];
  return look ? (
    <Badge tone={look.tone} icon={look.icon}>
      {SEVERITIES[severity as Severity]}
    </Badge>
  ) : (
    <Badge>{severity}</Badge>
  );
}
