import { CircleCheck, CircleDashed, CircleSlash, Hourglass, TriangleAlert } from "lucide-react";
import type { ReactElement } from "react";
import type { IntegrationStatus } from "../../../src/model/vocabulary.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Icon } from "../../ui/icon.tsx";
import { wordFor } from "../../words.ts";
import { STATUSES } from "./integration-words.ts";

const LOOKS: Readonly<Record<IntegrationStatus, readonly [tone: Tone, icon: Icon]>> = {
  active: ["good", CircleCheck],
  degraded: ["high", TriangleAlert],
  pending: ["medium", Hourglass],
  disabled: ["neutral", CircleSlash],
  not_configured: ["neutral", CircleDashed],
};

/** The status of an integration as icon and word. */
export function StatusBadge({ status }: { readonly status: string }): ReactElement {
  const [tone, icon] = (LOOKS as Readonly<Record<string, readonly [Tone, Icon]>>)[status] ?? LOOKS.not_configured;
  return (
    <Badge tone={tone} icon={icon}>
      {wordFor(STATUSES, status)}
    </Badge>
  );
}
