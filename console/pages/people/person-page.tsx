import { Printer } from "lucide-react";
import type { ReactElement } from "react";
import { useParams } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { RadiusBadge } from "../../ui/access-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Columns } from "../../ui/columns.tsx";
import { CoverageList, PartialMark, Uncovered } from "../../ui/coverage.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Points } from "../../ui/points.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { PersonAccess } from "./person-access.tsx";
import { PersonCases, PersonDrift, PersonThreats } from "./person-events.tsx";
import { PersonIdentity, PersonPosture, PersonRisk, PersonRole } from "./person-facts.tsx";
import { SECTIONS } from "./person-words.ts";
import { PersonWorkstreams } from "./person-workstreams.tsx";
import type { Persona } from "./persona.ts";

/** The API takes no longer address. */
const MAX_EMAIL = 320;

/** One person: what they do, what access they hold, what changed. */
export function PersonPage(): ReactElement {
  const { tuid = "" } = useParams<{ tuid: string }>();
  const persona = useRead("getPersonaDetail", { params: { tuid } });
  const identity = persona.data?.identity;
  return (
    <Page
      title={identity?.name ?? identity?.email ?? "Person"}
      parent={{ name: "People", href: "/people" }}
      lead={identity && <ForeignText value={leadOf(identity)} none="No title in the directory" />}
      marks={persona.data && <Marks persona={persona.data} />}
      actions={
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
      }
    >
      <Loaded query={persona} lines={14}>
        {(data) => <PersonaBody persona={data} />}
      </Loaded>
    </Page>
  );
}

const leadOf = ({ title, department, email }: NonNullable<Persona["identity"]>): string =>
  [title, department, email].filter(Boolean).join(" · ");

function Marks({ persona: { risk_lens: risk, access } }: { readonly persona: Persona }): ReactElement {
  return (
    <>
      {risk?.reaches_control_plane && <Badge tone="critical">Can reach control of the tenant</Badge>}
      {(access?.privileged_entitlement_count ?? 0) > 0 && <Badge tone="high">Privileged</Badge>}
      {risk?.blast_radius && (
        <span className="row">
          <span className="muted small">Blast radius</span>
          <RadiusBadge radius={risk.blast_radius} />
        </span>
      )}
    </>
  );
}

function PersonaBody({ persona }: { readonly persona: Persona }): ReactElement {
  const { tuid, identity, coverage, generated_at } = persona;
  if (generated_at === null) return <Placeholder tuid={tuid} />;
  return (
    <Columns
      aside={
        <>
          <PersonIdentity identity={identity} verdict={coverage.identity} />
          <PersonRole persona={persona} />
          <PersonRisk risk={persona.risk_lens} verdict={coverage.risk_lens} />
          <PersonPosture posture={persona.posture} verdict={coverage.posture} />
          <Card title="Data behind this page">
            <CoverageList sections={Object.entries(SECTIONS).map(([key, name]) => [name, verdictOf(coverage, key)])}>
              <p className="muted small">
                Computed for the 90 days before <Time value={generated_at} format="day" />.
              </p>
            </CoverageList>
          </Card>
        </>
      }
    >
      <Card title="Overview" aside={<PartialMark verdict={coverage.overview} />}>
        <Overview persona={persona} />
      </Card>
      <PersonAccess access={persona.access} verdict={coverage.access} />
      <PersonWorkstreams workstreams={persona.workstreams} verdict={coverage.workstreams} />
      <PersonDrift tuid={tuid} />
      <PersonThreats tuid={tuid} />
      {identity?.email && identity.email.length <= MAX_EMAIL && <PersonCases email={identity.email} />}
    </Columns>
  );
}

const verdictOf = (coverage: Persona["coverage"], key: string): string => coverage[key as keyof typeof coverage];

function Overview({ persona: { overview, coverage } }: { readonly persona: Persona }): ReactElement {
  if (!overview) return <Uncovered verdict={coverage.overview} />;
  return (
    <>
      <p>
        <ForeignText value={overview.summary} none="There is no summary." />
      </p>
      {overview.key_points.length > 0 && <Points items={overview.key_points} />}
    </>
  );
}

/** A person who has not been analyzed: what is known is what happened to them. */
function Placeholder({ tuid }: { readonly tuid: string }): ReactElement {
  return (
    <div className="stack">
      <Card title="Persona">
        <EmptyState title="No persona yet">
          <p>Personas are computed once a day. This one appears after the next run in which the person has data.</p>
        </EmptyState>
      </Card>
      <PersonDrift tuid={tuid} />
      <PersonThreats tuid={tuid} />
    </div>
  );
}
