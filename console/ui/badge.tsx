import "./badge.css";
import { ChevronsUp, ChevronUp, CircleAlert, Equal, Minus } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import type { Severity } from "../../src/model/vocabulary.ts";
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

const SEVERITY_LOOK: Readonly<Record<Severity, { readonly icon: Icon; readonly tone: Tone; readonly word: string }>> = {
  critical: { icon: CircleAlert, tone: "critical", word: "Critical" },
  high: { icon: ChevronsUp, tone: "high", word: "High" },
  medium: { icon: ChevronUp, tone: "medium", word: "Medium" },
  low: { icon: Equal, tone: "low", word: "Low" },
  none: { icon: Minus, tone: "neutral", word: "None" },
};

/** A severity as icon and word; a value that is not known yet is shown as it is. */
export function SeverityBadge({ severity }: { readonly severity: string }): ReactElement {
  const look = (SEVERITY_LOOK as Readonly<Record<string, (typeof SEVERITY_LOOK)[Severity]>>)[severity];
  return look ? (
    <Badge tone={look.tone} icon={look.icon}>
      {look.word}
    </Badge>
  ) : (
    <Badge>{severity}</Badge>
  );
}
