import type { ReactElement } from "react";
import { RADIUS_TONES, TIERS, toneFor } from "../access-words.ts";
import { sentenceCase } from "../words.ts";
import { Badge } from "./badge.tsx";

/** A tier of access; null if there is none. */
export function TierBadge({ tier }: { readonly tier: string | null }): ReactElement {
  if (tier === null) return <span className="muted">—</span>;
  const known = Object.hasOwn(TIERS, tier) ? TIERS[tier] : undefined;
  if (!known) return <Badge>{sentenceCase(tier)}</Badge>;
  return (
    <span title={known.meaning}>
      <Badge tone={known.tone}>{known.word}</Badge>
    </span>
  );
}

/** How much an account that was taken over could damage. */
export function RadiusBadge({ radius }: { readonly radius: string | null | undefined }): ReactElement {
  if (!radius) return <span className="muted">Not known</span>;
  return <Badge tone={toneFor(RADIUS_TONES, radius)}>{sentenceCase(radius)}</Badge>;
}

/** Whether something is so, or whether that is not known. */
export function YesNo({ value, unknown = "Not known" }: { readonly value: boolean | null; readonly unknown?: string }) {
  if (value === null) return <span className="muted">{unknown}</span>;
  return <span>{value ? "Yes" : "No"}</span>;
}
