import type { ReactElement, ReactNode } from "react";
import { wordFor } from "../words.ts";
import { Badge, type Tone } from "./badge.tsx";
import { KeyValues } from "./key-values.tsx";

const WORDS: Readonly<Record<string, string>> = {
  sufficient: "Complete",
  partial: "Partial",
  insufficient: "Too little data",
  none: "No data",
};
const TONES: Readonly<Record<string, Tone>> = { sufficient: "good", partial: "medium" };

/** How complete the data behind a section is, in one word. */
export function CoverageBadge({ verdict }: { readonly verdict: string }): ReactElement {
  return <Badge tone={TONES[verdict] ?? "neutral"}>{wordFor(WORDS, verdict)}</Badge>;
}

/** A mark beside the title of a section whose data is incomplete. */
export function PartialMark({ verdict }: { readonly verdict: string | undefined }): ReactElement | null {
  return verdict === "partial" ? <CoverageBadge verdict={verdict} /> : null;
}

/** In place of a section without enough data. */
export function Uncovered({ verdict }: { readonly verdict: string | undefined }): ReactElement {
  return (
    <p className="muted">
      {verdict === "insufficient"
        ? "There is too little data to show this. That does not mean that there is nothing."
        : "No source has delivered the data that this needs."}
    </p>
  );
}

interface CoverageListProps {
  readonly sections: readonly (readonly [name: string, verdict: string])[];
  readonly children?: ReactNode;
}

/** The coverage of each section, in plain words. */
export function CoverageList({ sections, children }: CoverageListProps): ReactElement {
  const incomplete = sections.filter(([, verdict]) => verdict !== "sufficient");
  return (
    <>
      <p className="secondary small">
        {incomplete.length === 0
          ? "Every section has enough data."
          : "Sections without enough data are left out; that does not mean that there is nothing."}
      </p>
      {incomplete.length > 0 && (
        <KeyValues
          items={incomplete.map(([name, verdict]) => [name, <CoverageBadge key={name} verdict={verdict} />])}
        />
      )}
      {children}
    </>
  );
}
