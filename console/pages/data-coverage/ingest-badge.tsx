import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import type { ReactElement } from "react";
import { Badge } from "../../ui/badge.tsx";
import { INGEST_STATUSES, INGEST_TONES, type IngestStatus } from "./ingest-status.ts";

const ICONS = { receiving: CircleCheck, quiet: CircleAlert, never: CircleDashed };

/** Whether rows of a log table arrive. */
export function IngestBadge({ status }: { readonly status: IngestStatus }): ReactElement {
  return (
    <Badge tone={INGEST_TONES[status]} icon={ICONS[status]}>
      {INGEST_STATUSES[status]}
    </Badge>
  );
}
