import type { ReactElement } from "react";
import { howHeld } from "../../access-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PartialMark, Uncovered } from "../../ui/coverage.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Names } from "../../ui/points.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { Time } from "../../ui/time.tsx";
import { wordFor } from "../../words.ts";
import { ACCESS_DOMAINS } from "./person-words.ts";
import type { Persona } from "./persona.ts";

type Access = NonNullable<Persona["access"]>;
type Entitlement = Access["entitlements"][number];

interface PersonAccessProps {
  readonly access: Access | null;
  readonly verdict: string;
}

/** What the person is allowed to do, how many similar people are too, and what is not used. */
export function PersonAccess({ access, verdict }: PersonAccessProps): ReactElement {
  return (
    <Card
      title="Access"
      lead="What the person may use. Dormant: held, and not used in 90 days."
      aside={<PartialMark verdict={verdict} />}
    >
      {access ? <AccessBody access={access} /> : <Uncovered verdict={verdict} />}
    </Card>
  );
}

function AccessBody({ access }: { readonly access: Access }): ReactElement {
  return (
    <>
      {access.summary && (
        <p className="secondary">
          <ForeignText value={access.summary} />
        </p>
      )}
      <Figures
        items={[
          ["Entitlements", access.entitlements.length],
          ["Privileged", access.privileged_entitlement_count],
          ["Dormant", access.dormant_entitlement_count],
          ["Directory roles", access.directory_role_count],
          ["Applications", access.application_count],
        ]}
      />
      {access.privileges.length > 0 && <Privileges privileges={access.privileges} />}
      {access.entitlements.length > 0 && <Entitlements entitlements={access.entitlements} />}
      {access.applications.length > 0 && (
        <div className="stack-s">
          <h3>Applications used or assigned</h3>
          <Names items={access.applications} />
        </div>
      )}
    </>
  );
}

function Privileges({ privileges }: Pick<Access, "privileges">): ReactElement {
  return (
    <div className="stack-s">
      <h3>Privileged access</h3>
      <Folded count={privileges.length} noun="privilege">
        <DataTable
          caption="Privileged access"
          items={privileges.map((item, at) => ({ ...item, key: String(at) }))}
          keyOf={({ key }) => key}
          columns={[
            { header: "Name", cell: ({ name }) => <ForeignText value={name} max={200} /> },
            { header: "Allows", cell: ({ privilege_class }) => <ForeignText value={privilege_class} max={200} /> },
            { header: "How held", cell: ({ source }) => <ForeignText value={source && howHeld(source)} max={200} /> },
          ]}
        />
      </Folded>
    </div>
  );
}

function Entitlements({ entitlements }: Pick<Access, "entitlements">): ReactElement {
  const sorted = entitlements
    .map((item, at) => ({ ...item, key: String(at) }))
    .toSorted((a, b) => Number(b.privileged ?? false) - Number(a.privileged ?? false));
  return (
    <div className="stack-s">
      <h3>All entitlements</h3>
      <Folded count={entitlements.length} noun="entitlement">
        <DataTable
          caption="Entitlements"
          items={sorted}
          keyOf={({ key }) => key}
          columns={[
            { header: "Name", cell: (item) => <EntitlementName item={item} /> },
            {
              header: "Area",
              cell: ({ access_domain }) => (access_domain ? wordFor(ACCESS_DOMAINS, access_domain) : "—"),
              showFrom: "medium",
            },
            { header: "Similar people who hold it", cell: (item) => <Prevalence item={item} /> },
            {
              header: "Held since",
              cell: ({ first_seen }) => <Day value={first_seen} none="Not known" />,
              showFrom: "wide",
            },
            { header: "Last used", cell: (item) => <LastUsed item={item} />, showFrom: "medium" },
          ]}
        />
      </Folded>
    </div>
  );
}

function EntitlementName({ item }: { readonly item: Entitlement }): ReactElement {
  return (
    <span className="row">
      <ForeignText value={item.name} max={200} />
      {item.privileged && <Badge tone="high">Privileged</Badge>}
    </span>
  );
}

/** Below this share an entitlement is unusual among similar people. */
const RARE = 0.1;

function Prevalence({ item: { peer_prevalence: share } }: { readonly item: Entitlement }): ReactElement {
  if (share === null) return <span className="muted">Not compared</span>;
  return (
    <span className="row">
      <ShareBar share={share} tone={share < RARE ? "medium" : "accent"} />
      {share < RARE && <Badge tone="medium">Rare</Badge>}
    </span>
  );
}

function LastUsed({ item: { last_used: used } }: { readonly item: Entitlement }): ReactElement {
  if (used === null) return <span className="muted">Not visible in logs</span>;
  return used === "never" ? <Badge tone="medium">Never</Badge> : <Day value={used} none="Not known" />;
}

function Day({ value, none }: { readonly value: string | null; readonly none: string }): ReactElement {
  if (value === null || Number.isNaN(Date.parse(value))) return <ForeignText value={value} none={none} max={40} />;
  return <Time value={value} format="day" />;
}
