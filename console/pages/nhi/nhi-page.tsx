import "./nhi-page.css";
import { Printer } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useParams } from "wouter";
import { toneFor } from "../../access-words.ts";
import { useRead } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Cards } from "../../ui/card.tsx";
import { Columns } from "../../ui/columns.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { sentenceCase } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { NhiAccess } from "./nhi-access.tsx";
import { NhiCalls, NhiDataMovement, NhiInteractions, NhiOperations } from "./nhi-activity.tsx";
import { NhiChanges } from "./nhi-changes.tsx";
import { NhiConnections } from "./nhi-connections.tsx";
import { NhiAuthentication, NhiCredentials } from "./nhi-credentials.tsx";
import { NhiCustodyCard } from "./nhi-custody.tsx";
import { NhiCoverageCard, NhiDirectoryObject, NhiIdentityCard } from "./nhi-identity.tsx";
import { NhiLegitimacy } from "./nhi-legitimacy.tsx";
import { NhiOverview, NhiPurposeCard } from "./nhi-purpose.tsx";
import { NhiRhythm } from "./nhi-rhythm.tsx";
import { NhiCluster, NhiReach, NhiRiskCard } from "./nhi-risk.tsx";
import { RISK_TONES } from "./nhi-words.ts";

/** One machine identity: what it is for, who is responsible, what it can reach and what it does. */
export function NhiPage(): ReactElement {
  const { nuid = "" } = useParams<{ nuid: string }>();
  const detail = useRead("getNhiDetail", { params: { nuid } });
  const identity = detail.data?.identity;
  return (
    <Page
      title={identity?.display_name ?? "Machine identity"}
      parent={{ name: "Machine identities", href: "/nhi" }}
      lead={identity && <ForeignText value={leadOf(identity)} />}
      marks={detail.data && <Marks nhi={detail.data} />}
      actions={
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
      }
    >
      <Loaded query={detail} lines={14}>
        {(nhi) => <NhiBody nhi={nhi} />}
      </Loaded>
    </Page>
  );
}

const leadOf = ({ nhi_class, nhi_class_label, archetype_label, provider }: Nhi["identity"]): string =>
  [nhi_class_label ?? nhi_class, archetype_label, provider.label].filter(Boolean).join(" · ");

function Marks({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const level = riskLevelOf(nhi.risk);
  return (
    <>
      {level !== null && <Badge tone={toneFor(RISK_TONES, level)}>{sentenceCase(level)} risk</Badge>}
      {nhi.risk_lens?.reaches_control_plane && <Badge tone="critical">Can take over the tenant</Badge>}
      {nhi.stewardship?.custody_kind === "ungoverned" && <Badge tone="medium">Nobody is responsible</Badge>}
      {nhi.access?.over_permission && <Badge tone="medium">More access than it uses</Badge>}
    </>
  );
}

function riskLevelOf(risk: Nhi["risk"]): string | null {
  const level: unknown = risk?.level;
  return typeof level === "string" ? level : null;
}

/** The parts of the page that can be jumped to. */
const PARTS: readonly (readonly [id: string, name: string])[] = [
  ["overview", "Overview"],
  ["connections", "Connections"],
  ["access", "Access"],
  ["credentials", "Credentials and trust"],
  ["activity", "Activity"],
  ["changes", "Changes"],
  ["data", "Identity and data"],
];

function NhiBody({ nhi }: { readonly nhi: Nhi }): ReactElement {
  if (nhi.generated_at === null) return <NotAnalyzed nhi={nhi} />;
  return (
    <>
      <nav className="part-links no-print" aria-label="Parts of this page">
        {PARTS.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <Part id="overview">
        <Columns
          aside={
            <>
              <NhiCustodyCard nhi={nhi} />
              <NhiReach nhi={nhi} />
              <NhiCluster nhi={nhi} />
            </>
          }
        >
          <NhiOverview nhi={nhi} />
          <NhiRiskCard nhi={nhi} />
          <NhiPurposeCard nhi={nhi} />
        </Columns>
      </Part>
      <Part id="connections">
        <NhiConnections nhi={nhi} />
      </Part>
      <Part id="access">
        <NhiAccess nhi={nhi} />
      </Part>
      <Part id="credentials">
        <NhiCredentials nhi={nhi} />
        <div className="halves">
          <NhiAuthentication nhi={nhi} />
          {nhi.access?.legitimacy && <NhiLegitimacy legitimacy={nhi.access.legitimacy} />}
        </div>
      </Part>
      <Part id="activity">
        <div className="halves">
          <NhiRhythm nhi={nhi} />
          <NhiOperations nhi={nhi} />
        </div>
        <NhiCalls nhi={nhi} />
        <div className="halves">
          <NhiInteractions nhi={nhi} />
          <NhiDataMovement nhi={nhi} />
        </div>
      </Part>
      <Part id="changes">
        <NhiChanges nhi={nhi} />
      </Part>
      <Part id="data">
        <Cards>
          <NhiIdentityCard nhi={nhi} />
          <NhiDirectoryObject nhi={nhi} />
          <NhiCoverageCard nhi={nhi} />
        </Cards>
      </Part>
    </>
  );
}

function Part({ id, children }: { readonly id: string; readonly children: ReactNode }): ReactElement {
  return (
    <div id={id} className="stack part" tabIndex={-1}>
      {children}
    </div>
  );
}

function NotAnalyzed({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Columns aside={<NhiIdentityCard nhi={nhi} />}>
      <EmptyState title="Not analyzed yet">
        <p>
          What is known comes from the directory. Machine identities are analyzed once a day; the other sections appear
          after the next run.
        </p>
      </EmptyState>
    </Columns>
  );
}
