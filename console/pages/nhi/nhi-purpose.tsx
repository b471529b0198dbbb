import type { ReactElement } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Uncovered } from "../../ui/coverage.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Points } from "../../ui/points.tsx";
import { percent, ShareBar } from "../../ui/share-bar.tsx";
import { wordFor } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { AGREEMENTS, EVIDENCE } from "./nhi-words.ts";
import { Section, verdictOf } from "./section.tsx";

/** What the identity is, in a few sentences. */
export function NhiOverview({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const { overview } = nhi;
  return (
    <Card title="Overview">
      {overview ? (
        <>
          <p>
            <ForeignText value={overview.narrative ?? overview.summary} none="There is no summary." />
          </p>
          {overview.key_points && overview.key_points.length > 0 && <Points items={overview.key_points} />}
        </>
      ) : (
        <Uncovered verdict={verdictOf(nhi, "overview")} />
      )}
    </Card>
  );
}

/** What the identity is for: as observed, as classified and as its owner describes it. */
export function NhiPurposeCard({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Purpose and role"
      nhi={nhi}
      section="purpose"
      value={nhi.purpose}
      has={{ mandate: "text", functions: "list" }}
    >
      {(purpose) => (
        <>
          <p>
            <ForeignText value={purpose.mandate} />
          </p>
          {purpose.functions.length > 0 && <Functions functions={purpose.functions} />}
          <KeyValues
            items={[
              ["Role", <Role key="role" role={nhi.role} />],
              [
                "Classified because",
                <ForeignText key="why" value={nhi.identity.archetype_explanation} none="Not known" />,
              ],
              ["Described as", <ForeignText key="stated" value={purpose.stated} none="No description" />],
              ["Comparison", <span key="agreement">{wordFor(AGREEMENTS, purpose.agreement)}</span>],
              [
                "Confidence",
                <span key="confidence">
                  {percent(purpose.confidence)}, {wordFor(EVIDENCE, purpose.evidence)}
                </span>,
              ],
            ]}
          />
        </>
      )}
    </Section>
  );
}

function Role({ role }: Pick<Nhi, "role">): ReactElement {
  if (!role) return <span className="muted">Not known</span>;
  return (
    <span className="row">
      <ForeignText value={role.observed_role} none="Not known" />
      {role.match === "typical" && <Badge tone="good">Typical for its cluster</Badge>}
      {role.match === "atypical" && <Badge tone="medium">Atypical for its cluster</Badge>}
    </span>
  );
}

interface NhiFunction {
  readonly id: string;
  readonly label: string;
  readonly share: number;
  readonly evidence: readonly string[];
  readonly systems: readonly string[];
}

const IN_COLUMN: Column<NhiFunction> = {
  header: "In",
  cell: ({ systems }) => <ForeignText value={systems.join(", ")} max={200} />,
  showFrom: "wide",
};

function Functions({ functions }: { readonly functions: readonly NhiFunction[] }): ReactElement {
  return (
    <DataTable
      caption="What it does"
      items={functions}
      keyOf={({ id }) => id}
      columns={[
        { header: "It", cell: ({ label }) => <ForeignText value={label} max={120} /> },
        {
          header: "Share of calls",
          cell: ({ share }) =>
            share === 0 ? <span className="muted">Permission only</span> : <ShareBar share={share} />,
        },
        { header: "Shown by", cell: ({ evidence }) => <ForeignText value={evidence.join(", ")} max={300} /> },
        ...(functions.some(({ systems }) => systems.length > 0) ? [IN_COLUMN] : []),
      ]}
    />
  );
}
