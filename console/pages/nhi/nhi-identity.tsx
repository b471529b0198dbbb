import type { ReactElement, ReactNode } from "react";
import { YesNo } from "../../ui/access-badges.tsx";
import { AnyValue } from "../../ui/any-value.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CoverageList } from "../../ui/coverage.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Names, Points } from "../../ui/points.tsx";
import { Shaped, type ShapeOf } from "../../ui/shaped.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, sentenceCase } from "../../words.ts";
import { PersonLink } from "../people/person-link.tsx";
import type { Nhi } from "./nhi.ts";
import { SECTIONS } from "./nhi-words.ts";
import { Section, Sub, verdictOf } from "./section.tsx";

type Fact = readonly [name: string, value: ReactNode];

/** The ids under which other systems have the identity. */
export function NhiIdentityCard({ nhi: { identity } }: { readonly nhi: Nhi }): ReactElement {
  const facts: Fact[] = [
    ["Class", <ForeignText key="class" value={identity.nhi_class_label ?? identity.nhi_class} />],
    ["Platform", <ForeignText key="provider" value={identity.provider.label} />],
    ["Principal id", <Id key="principal" id={identity.principal_id} what="the principal id" />],
    ["App id", <Id key="app" id={identity.app_id} what="the app id" />],
    ["Owning tenant", <Id key="tenant" id={identity.owning_tenant_id} what="the tenant id" />],
    ["From the vendor", <YesNo key="vendor" value={identity.vendor_first_party} />],
    ["First seen", <Time key="first" value={identity.first_seen} format="day" />],
    ["Last seen", <Time key="last" value={identity.last_seen} format="day" />],
  ];
  if (identity.creator_upn) {
    facts.push(["Creator", <PersonLink key="creator" name={null} email={identity.creator_upn} />]);
  }
  return (
    <Card title="Identity">
      <KeyValues items={facts} />
    </Card>
  );
}

function Id({ id, what }: { readonly id: string | null; readonly what: string }): ReactElement {
  if (id === null) return <span className="muted">None</span>;
  return (
    <span className="id">
      <code>
        <ForeignText value={id} max={200} />
      </code>
      <CopyButton text={id} what={what} />
    </span>
  );
}

type Metadata = ShapeOf<NonNullable<Nhi["identity_metadata"]>>;

/** What the directory holds about the object itself. */
export function NhiDirectoryObject({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Directory object"
      nhi={nhi}
      section="identity_metadata"
      value={nhi.identity_metadata}
      has={{ object_type: "text", tags: "list", reply_url_hosts: "list" }}
    >
      {(object) => <KeyValues items={factsOf(object).filter(([, value]) => value !== null)} />}
    </Section>
  );
}

const textOf = (value: string | null): ReactNode => value && <ForeignText value={value} max={400} />;
const flagOf = (value: boolean | null): ReactNode => value !== null && <YesNo value={value} />;
const namesOf = (items: readonly string[]): ReactNode => items.length > 0 && <Names items={items} />;

/** The facts that are known; the others are left out. */
function factsOf(object: Metadata): readonly Fact[] {
  const all: readonly Fact[] = [
    ["Type", textOf(object.service_principal_type ?? object.object_type)],
    ["Enabled", flagOf(object.enabled)],
    ["Created", object.created_at && <Time value={object.created_at} format="day" />],
    ["Created by app", textOf(object.created_by_app_id)],
    ["Publisher", textOf(object.publisher)],
    ["Verified publisher", flagOf(object.verified_publisher)],
    ["Description", textOf(object.description)],
    ["Notes", textOf(object.notes)],
    ["Who may sign in", textOf(object.sign_in_audience)],
    ["Sign-on", textOf(object.sso_mode)],
    ["Assignment required", flagOf(object.assignment_required)],
    ["Reply hosts", namesOf(object.reply_url_hosts)],
    ["Home page", textOf(object.home_host)],
    ["Template", textOf(object.template_id)],
    ["Belongs to", textOf(object.resource_id)],
    [
      "Made from",
      object.parent && textOf(`${sentenceCase(object.parent.kind)} ${object.parent.name ?? object.parent.id}`),
    ],
    ["Federated credentials", object.federated_credentials > 0 && object.federated_credentials],
    ["Tags", namesOf(object.tags)],
  ];
  return all.filter(([, value]) => value !== null && value !== false && value !== "");
}

/** How complete the data behind the page is. */
export function NhiCoverageCard({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const sections = Object.entries(SECTIONS).flatMap(([key, name]) => {
    const verdict = verdictOf(nhi, key);
    return verdict === undefined ? [] : [[name, verdict] as const];
  });
  return (
    <Card title="Data behind this page">
      {sections.length === 0 ? (
        <AnyValue value={nhi.coverage} />
      ) : (
        <CoverageList sections={sections}>
          <Shaped value={nhi.coverage} has={{ sources: "list", notes: "list", window_days: "number" }}>
            {({ sources, notes, window_days }) => (
              <>
                {notes.length > 0 && <Points items={notes} />}
                <Sources sources={sources} days={window_days} />
              </>
            )}
          </Shaped>
        </CoverageList>
      )}
      <p className="muted small">
        Computed for the days before <Time value={nhi.generated_at} format="day" />.
      </p>
    </Card>
  );
}

interface Source {
  readonly source: string;
  readonly connected: boolean;
  readonly days: number;
}

function Sources({ sources, days }: { readonly sources: readonly Source[]; readonly days: number }): ReactElement {
  const logs = sources.filter(({ source }) => !source.startsWith("directory/"));
  const missing = sources.filter(({ connected }) => !connected);
  return (
    <Sub title="Sources">
      <ul className="stack-s small">
        {logs
          .filter(({ connected }) => connected)
          .map(({ source, days: seen }) => (
            <li key={source}>
              <ForeignText value={source} max={120} />
              <div className="muted">
                {seen === 0 ? "No rows of this identity" : `${seen} of ${amount(days, "day")}`}
              </div>
            </li>
          ))}
      </ul>
      {missing.length > 0 && (
        <p className="muted small">
          Not connected: <ForeignText value={missing.map(({ source }) => source).join(", ")} max={600} />
        </p>
      )}
    </Sub>
  );
}
