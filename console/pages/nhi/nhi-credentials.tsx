import type { ReactElement } from "react";
import { CREDENTIAL_FLAGS } from "../../../src/model/identity/nhi-words.ts";
import { toneFor } from "../../access-words.ts";
import { YesNo } from "../../ui/access-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Names, Points } from "../../ui/points.tsx";
import type { ShapeOf } from "../../ui/shaped.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { CREDENTIAL_STATE_TONES, KINDS, POSTURE_TONES, POSTURES } from "./nhi-words.ts";
import { Section, Sub } from "./section.tsx";

type Posture = ShapeOf<NonNullable<Nhi["credential_posture"]>>;
type Credential = Posture["items"][number];
type Iam = ShapeOf<NonNullable<Nhi["iam"]>>;

/** The secrets and certificates of the identity, when they expire and what weakens them. */
export function NhiCredentials({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Credentials"
      nhi={nhi}
      section="credential_posture"
      value={nhi.credential_posture}
      has={{ verdict: "text", flags: "list", items: "list", rotation: "object" }}
    >
      {(posture) => <PostureBody posture={posture} />}
    </Section>
  );
}

function PostureBody({ posture: { verdict, flags, items, rotation } }: { readonly posture: Posture }): ReactElement {
  return (
    <>
      <p className="row">
        <Badge tone={toneFor(POSTURE_TONES, verdict)}>{wordFor(POSTURES, verdict)}</Badge>
        {rotation.last_rotated_at && (
          <span className="secondary">
            Last rotated <Time value={rotation.last_rotated_at} />
            {rotation.median_interval_days !== null &&
              `, usually every ${amount(Math.round(rotation.median_interval_days), "day")}`}
          </span>
        )}
      </p>
      {flags.length > 0 && <Points items={flags.map((flag) => sentenceCase(wordFor(CREDENTIAL_FLAGS, flag)))} />}
      {items.length > 0 && (
        <Folded count={items.length} noun="credential">
          <DataTable
            caption="Credentials"
            items={items}
            keyOf={({ key_id, type }) => `${key_id} ${type}`}
            columns={[
              { header: "Credential", cell: (item) => <CredentialName item={item} /> },
              {
                header: "State",
                cell: ({ state }) => <Badge tone={toneFor(CREDENTIAL_STATE_TONES, state)}>{sentenceCase(state)}</Badge>,
              },
              { header: "Expires", cell: (item) => <Expiry item={item} /> },
              { header: "Last used", cell: (item) => <LastUsed value={item.last_used} />, showFrom: "medium" },
              {
                header: "Valid for",
                cell: ({ lifetime_days: days }) => (days === null ? "—" : amount(Math.round(days), "day")),
                showFrom: "wide",
                align: "end",
              },
            ]}
          />
        </Folded>
      )}
    </>
  );
}

function CredentialName({ item }: { readonly item: Credential }): ReactElement {
  return (
    <>
      {sentenceCase(item.type)}
      {item.label && (
        <>
          {" "}
          <ForeignText value={item.label} max={120} />
        </>
      )}
      <div className="muted small">
        On the {sentenceCase(item.origin).toLowerCase()}
        {item.created_at && (
          <>
            {" since "}
            <Time value={item.created_at} format="day" />
          </>
        )}
        {item.added_by && (
          <>
            , added by <ForeignText value={item.added_by} max={120} />
          </>
        )}
      </div>
    </>
  );
}

const DAY_MS = 86_400_000;

function Expiry({ item: { expires_at: at } }: { readonly item: Credential }): ReactElement {
  if (at === null) return <span className="muted">Does not expire</span>;
  const days = Math.ceil((Date.parse(at) - Date.now()) / DAY_MS);
  return (
    <>
      <Time value={at} format="day" />
      <div className="muted small">{days < 0 ? `${amount(-days, "day")} ago` : `in ${amount(days, "day")}`}</div>
    </>
  );
}

const LastUsed = ({ value }: { readonly value: string | null }): ReactElement =>
  value === null ? <span className="muted">Not visible in logs</span> : <Time value={value} />;

/** How the identity signs in, from where and from which hosts. */
export function NhiAuthentication({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Authentication"
      nhi={nhi}
      section="iam"
      value={nhi.iam}
      has={{ authentication: "object", operation_pattern: "object", devices: "list" }}
    >
      {(iam) => <IamBody iam={iam} />}
    </Section>
  );
}

const METHODS_NONE = "No sign-in of it shows how it authenticates.";

function IamBody({ iam: { authentication, operation_pattern: pattern, devices, credential } }: { readonly iam: Iam }) {
  const { methods, strongest, weakest } = authentication;
  return (
    <>
      {methods.length === 0 ? (
        <p className="muted">{METHODS_NONE}</p>
      ) : (
        <DataTable
          caption="Ways to authenticate"
          items={methods}
          keyOf={({ method }) => method}
          columns={[
            { header: "Method", cell: ({ method }) => sentenceCase(method) },
            { header: "Share", cell: ({ share }) => <ShareBar share={share} /> },
            { header: "Calls", cell: ({ calls }) => calls.toLocaleString(), align: "end" },
            { header: "Last used", cell: ({ last_used }) => <LastUsed value={last_used} />, showFrom: "medium" },
          ]}
        />
      )}
      <KeyValues
        items={[
          ["Methods it could use", methodsOf(strongest, weakest)],
          ["Interactive sign-ins", <YesNo key="interactive" value={authentication.interactive_use} />],
          ["Access policies", policyWord(authentication.conditional_access)],
          ["Shared credentials", sharedWord(credential?.shared_with ?? null)],
          ["Calls from", <Names key="countries" items={pattern.countries} none="Not known" />],
          ["Networks", networkWord(pattern.egress, pattern.source_networks)],
        ]}
      />
      {devices.length > 0 && (
        <Sub title="Hosts that use it">
          <Folded count={devices.length} noun="host">
            <DataTable
              caption="Hosts that use it"
              items={devices}
              keyOf={({ kind, name, resource_id }) => `${kind} ${name} ${resource_id}`}
              columns={[
                {
                  header: "Host",
                  cell: ({ name, resource_id }) => <ForeignText value={name ?? resource_id} max={200} />,
                },
                { header: "Kind", cell: ({ kind }) => wordFor(KINDS, kind) },
                { header: "Last seen", cell: ({ last_seen }) => <LastUsed value={last_seen} /> },
              ]}
            />
          </Folded>
        </Sub>
      )}
    </>
  );
}

function methodsOf(strongest: string | null, weakest: string | null): string {
  if (strongest === null) return "Not known";
  if (weakest === null || weakest === strongest) return sentenceCase(strongest);
  return `${sentenceCase(strongest)} at best, ${sentenceCase(weakest).toLowerCase()} at worst`;
}

const POLICY_WORDS: Readonly<Record<string, string>> = {
  applied: "Apply to it",
  not_applied: "Do not apply to it",
  unknown: "Not known",
};
const policyWord = (value: string): string => wordFor(POLICY_WORDS, value);

function sharedWord(count: number | null): string {
  if (count === null) return "Not known";
  return count === 0
    ? "With no other identity"
    : `With ${count === 1 ? "1 other identity" : `${count} other identities`}`;
}

function networkWord(egress: string, count: number): string {
  return egress === "unknown" ? "Not known" : amount(count, "network");
}
