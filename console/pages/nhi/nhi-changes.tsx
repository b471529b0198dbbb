import type { ReactElement } from "react";
import { SeverityBadge } from "../../ui/badge.tsx";
import { DataTable, RowLink } from "../../ui/data-table.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import type { ShapeOf } from "../../ui/shaped.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, wordFor } from "../../words.ts";
import { driftTitle, PERIODS } from "../drift/drift-words.ts";
import type { Nhi } from "./nhi.ts";
import { Section } from "./section.tsx";

type Change = ShapeOf<NonNullable<Nhi["drift"]>>["open"][number];

/** What changed in what the identity does or may do. */
export function NhiChanges({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section title="Changes" nhi={nhi} section="drift" value={nhi.drift} has={{ open: "list", recent: "list" }}>
      {({ open, recent, stable_days }) => {
        const changes = [...open, ...recent];
        return (
          <>
            <p className="secondary">
              {stable_days === null
                ? "No change is on record."
                : `The last change was ${amount(stable_days, "day")} ago.`}
            </p>
            {changes.length > 0 && <Changes changes={changes} />}
          </>
        );
      }}
    </Section>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }): ReactElement {
  return (
    <Folded count={changes.length} noun="change">
      <DataTable
        caption="Changes"
        items={changes}
        keyOf={({ drift_id }) => drift_id}
        columns={[
          {
            header: "Change",
            cell: ({ drift_id, computator, headline }) => (
              <>
                <RowLink href={`/drift/${drift_id}`}>{driftTitle(computator)}</RowLink>
                <div className="secondary">
                  <ForeignText value={headline} max={300} />
                </div>
              </>
            ),
          },
          { header: "Severity", cell: ({ severity }) => <SeverityBadge severity={severity} /> },
          { header: "Window", cell: ({ time_period }) => wordFor(PERIODS, time_period), showFrom: "wide" },
          { header: "Detected", cell: ({ detected_at }) => <Time value={detected_at} />, showFrom: "medium" },
        ]}
      />
    </Folded>
  );
}
