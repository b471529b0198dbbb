import type { ReactElement } from "react";
import { toneFor } from "../../access-words.ts";
import { RadiusBadge, YesNo } from "../../ui/access-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PartialMark, Uncovered } from "../../ui/coverage.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Names } from "../../ui/points.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import { ADMIN_ACCOUNTS, DEVICE_CLASSES, EXPOSURE_TONES, TITLE_MATCHES } from "./person-words.ts";
import type { Persona } from "./persona.ts";

interface SectionProps {
  readonly verdict: string;
}

/** Who the directory says this is. */
export function PersonIdentity({
  identity,
  verdict,
}: SectionProps & { readonly identity: Persona["identity"] }): ReactElement {
  return (
    <Card title="Identity" aside={<PartialMark verdict={verdict} />}>
      {identity ? (
        <KeyValues
          items={[
            ["Email", <ForeignText key="email" value={identity.email} none="Not known" />],
            ["Title", <ForeignText key="title" value={identity.title} none="Not known" />],
            ["Department", <ForeignText key="department" value={identity.department} none="Not known" />],
            ["Manager", <ForeignText key="manager" value={identity.manager} none="Not known" />],
            ["Admin account", <AdminAccount key="admin" value={identity.admin_account} />],
            ["Account created", <Created key="created" identity={identity} />],
          ]}
        />
      ) : (
        <Uncovered verdict={verdict} />
      )}
    </Card>
  );
}

const AdminAccount = ({ value }: { readonly value: string | null }): ReactElement => (
  <ForeignText value={ADMIN_ACCOUNTS.get(value ?? "") ?? value} none="Not known" />
);

function Created({ identity }: { readonly identity: NonNullable<Persona["identity"]> }): ReactElement {
  const { account_created: created, account_age: age } = identity;
  if (created === null || Number.isNaN(Date.parse(created))) return <ForeignText value={created} none="Not known" />;
  return (
    <>
      <Time value={created} format="day" />
      {age && (
        <span className="muted">
          {" "}
          (<ForeignText value={age} max={40} />)
        </span>
      )}
    </>
  );
}

/** The role that activity shows, beside the title. */
export function PersonRole({ persona: { role, identity, coverage } }: { readonly persona: Persona }): ReactElement {
  return (
    <Card
      title="Observed role"
      lead="From activity and from people who act alike, not from the title."
      aside={<PartialMark verdict={coverage.role} />}
    >
      {role ? (
        <KeyValues
          items={[
            ["Activity shows", <ForeignText key="role" value={role.observed_role} none="No clear role" />],
            ["Title", <ForeignText key="title" value={identity?.title} none="Not known" />],
            ["Compared", <TitleMatch key="match" value={role.title_match} />],
            ["Confidence", <Confidence key="confidence" value={role.confidence} />],
          ]}
        />
      ) : (
        <Uncovered verdict={coverage.role} />
      )}
    </Card>
  );
}

function TitleMatch({ value }: { readonly value: string | null }): ReactElement {
  if (value === null) return <span className="muted">Not compared</span>;
  const word = wordFor(TITLE_MATCHES, value);
  return value === "mismatch" ? <Badge tone="medium">{word}</Badge> : <span>{word}</span>;
}

function Confidence({ value }: { readonly value: number | null }): ReactElement {
  return value === null ? <span className="muted">Not known</span> : <ShareBar share={value} />;
}

/** What an attacker could reach through the account. */
export function PersonRisk({ risk, verdict }: SectionProps & { readonly risk: Persona["risk_lens"] }): ReactElement {
  return (
    <Card
      title="Risk"
      lead="What an attacker could reach through this account."
      aside={<PartialMark verdict={verdict} />}
    >
      {risk ? (
        <KeyValues
          items={[
            ["Blast radius", <RadiusBadge key="radius" radius={risk.blast_radius} />],
            ["Control of the tenant", <Reaches key="reaches" value={risk.reaches_control_plane} />],
            ["Dormant access", <Count key="dormant" value={risk.dormant_count} />],
            ["Credentials exposed", <Exposure key="exposure" value={risk.credential_exposure} />],
            ["Anomalies in 30 days", <Count key="anomalies" value={risk.anomaly_count} />],
          ]}
        />
      ) : (
        <Uncovered verdict={verdict} />
      )}
    </Card>
  );
}

function Reaches({ value }: { readonly value: boolean | null }): ReactElement {
  if (value === null) return <span className="muted">Not known</span>;
  return value ? <Badge tone="critical">Can be reached</Badge> : <span>Not reachable</span>;
}

function Exposure({ value }: { readonly value: string | null }): ReactElement {
  if (value === null) return <span className="muted">Not known</span>;
  return <Badge tone={toneFor(EXPOSURE_TONES, value)}>{sentenceCase(value)}</Badge>;
}

function Count({ value }: { readonly value: number | null }): ReactElement {
  if (value === null) return <span className="muted">Not known</span>;
  return <span className="number">{value.toLocaleString()}</span>;
}

/** Devices, sign-ins and the machine identities in the person's care. */
export function PersonPosture({
  posture,
  verdict,
}: SectionProps & { readonly posture: Persona["posture"] }): ReactElement {
  return (
    <Card
      title="Posture"
      lead="Devices, sign-ins and machine identities of the last 90 days."
      aside={<PartialMark verdict={verdict} />}
    >
      {posture ? <PostureFacts posture={posture} /> : <Uncovered verdict={verdict} />}
    </Card>
  );
}

function PostureFacts({ posture }: { readonly posture: NonNullable<Persona["posture"]> }): ReactElement {
  const { nhi } = posture;
  const cares = inCare(nhi);
  return (
    <KeyValues
      items={[
        ["Devices", <Names key="devices" items={posture.device_classes.map((one) => wordFor(DEVICE_CLASSES, one))} />],
        ["Systems", <Names key="systems" items={posture.os_types} />],
        ["Sign-ins", <span key="signins">{signInsOf(posture)}</span>],
        ["In their care", <span key="care">{cares.length > 0 ? cares.join(", ") : "No machine identity"}</span>],
        ["Owns secrets", <YesNo key="secrets" value={nhi.owns_secrets} />],
        ["Can create agents", <YesNo key="agents" value={nhi.can_create_agents} />],
      ]}
    />
  );
}

function signInsOf({ signin_active_days: days, signin_total_logons: logons }: NonNullable<Persona["posture"]>): string {
  if (days === null) return "Not known";
  return `On ${amount(days, "day")}${logons === null ? "" : `, ${amount(logons, "sign-in")}`}`;
}

const inCare = (nhi: NonNullable<Persona["posture"]>["nhi"]): readonly string[] =>
  (
    [
      [nhi.service_account_count, "service account"],
      [nhi.service_principal_count, "service principal"],
      [nhi.agent_count, "agent"],
      [nhi.oauth_grant_count, "consented application"],
    ] as const
  ).flatMap(([count, noun]) => (count ? [amount(count, noun)] : []));
