import type { ReactElement, ReactNode } from "react";
import { STEWARD_RELATIONS } from "../../../src/model/identity/nhi-words.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Uncovered } from "../../ui/coverage.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Shaped, type ShapeOf } from "../../ui/shaped.tsx";
import { Time } from "../../ui/time.tsx";
import { sentenceCase, wordFor } from "../../words.ts";
import { PersonLink } from "../people/person-link.tsx";
import type { Nhi } from "./nhi.ts";
import { CUSTODY } from "./nhi-words.ts";
import { Sub, verdictOf } from "./section.tsx";

type Custody = ShapeOf<NonNullable<Nhi["custody"]>>;
type Steward = ShapeOf<NonNullable<Nhi["stewards"]>>[number];

/** Who is responsible for the identity, and how that is known. */
export function NhiCustodyCard({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const { stewardship, custody, stewards } = nhi;
  return (
    <Card title="Responsibility" lead="Who owns it and answers for it.">
      {stewardship ? (
        <div>
          <Badge tone={stewardship.custody_kind === "ungoverned" ? "medium" : "good"}>
            {wordFor(CUSTODY, stewardship.custody_kind)}
          </Badge>
        </div>
      ) : (
        <Uncovered verdict={verdictOf(nhi, "stewardship")} />
      )}
      {stewardship && (stewardship.steward_upn ?? stewardship.creator_upn) !== null && (
        <KeyValues
          items={[
            ["Steward", <Upn key="steward" upn={stewardship.steward_upn} />],
            ["Creator", <Upn key="creator" upn={stewardship.creator_upn} />],
          ]}
        />
      )}
      {custody && (
        <Shaped value={custody} has={{ reason: "text", created: "object", chain: "list" }}>
          {(value) => <CustodyFacts custody={value} />}
        </Shaped>
      )}
      {stewards && stewards.length > 0 && (
        <Sub title="Stewards">
          <Shaped value={stewards} has={{ relation: "text", status: "text" }}>
            {(list) => <Stewards stewards={list} />}
          </Shaped>
        </Sub>
      )}
    </Card>
  );
}

const Upn = ({ upn }: { readonly upn: string | null }): ReactElement =>
  upn === null ? <span className="muted">Not known</span> : <PersonLink name={null} email={upn} />;

function CustodyFacts({ custody }: { readonly custody: Custody }): ReactElement {
  const { created, custodian } = custody;
  const facts: (readonly [string, ReactNode])[] = [
    ["Owners", `${custody.active_human_owner_count} active of ${custody.human_owner_count}`],
    ["People who act on it", custody.bus_factor],
    ["Created", <Created key="created" created={created} />],
  ];
  if (custodian && custodian.kind !== "user")
    facts.unshift(["Custodian", <Custodian key="custodian" custodian={custodian} />]);
  if (custody.orphaned_at)
    facts.push(["Without an owner since", <Time key="o" value={custody.orphaned_at} format="day" />]);
  return (
    <>
      <p className="secondary">
        <ForeignText value={custody.reason} />
      </p>
      <KeyValues items={facts} />
      {custody.chain.length > 0 && (
        <Sub title="Changes of ownership">
          <ul className="stack-s small">
            {custody.chain.map(({ at, change, actor, subject }) => (
              <li key={`${at} ${change} ${subject}`}>
                <Time value={at} format="day" /> {sentenceCase(change)}
                {subject && (
                  <>
                    : <ForeignText value={subject} max={120} />
                  </>
                )}
                {actor && (
                  <>
                    {" "}
                    by <ForeignText value={actor} max={120} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </Sub>
      )}
    </>
  );
}

function Created({ created }: Pick<Custody, "created">): ReactElement {
  return (
    <>
      {created.at === null ? <span className="muted">Not known</span> : <Time value={created.at} format="day" />}
      {created.by && (
        <>
          {" "}
          by <ForeignText value={created.by} max={120} />
        </>
      )}
      {created.via !== "unknown" && <span className="muted"> ({sentenceCase(created.via).toLowerCase()})</span>}
    </>
  );
}

function Custodian({ custodian }: { readonly custodian: NonNullable<Custody["custodian"]> }): ReactElement {
  return (
    <span title={custodian.id ?? undefined}>
      {sentenceCase(custodian.kind)}{" "}
      <ForeignText value={custodian.name ?? custodian.id} none="without a name" max={120} />
    </span>
  );
}

function Stewards({ stewards }: { readonly stewards: readonly Steward[] }): ReactElement {
  return (
    <ul className="stack-s small">
      {stewards.map((steward) => (
        <li key={`${steward.upn} ${steward.relation}`}>
          <span className="row">
            <PersonLink name={steward.display_name} email={steward.upn} tuid={steward.tuid} />
            {steward.status !== "active" && <Badge tone="medium">{sentenceCase(steward.status)}</Badge>}
          </span>
          <div className="muted">
            {sentenceCase(wordFor(STEWARD_RELATIONS, steward.relation))}
            {steward.since && (
              <>
                {" "}
                since <Time value={steward.since} format="day" />
              </>
            )}
            {steward.last_action_at && (
              <>
                , last change <Time value={steward.last_action_at} />
              </>
            )}
          </div>
          <div className="muted">
            From <ForeignText value={steward.evidence} max={200} />
          </div>
        </li>
      ))}
    </ul>
  );
}
