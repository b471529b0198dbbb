import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { useMay } from "../../app/session.ts";
import { CodeLine } from "../../ui/code-line.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Names } from "../../ui/points.tsx";
import { Time } from "../../ui/time.tsx";
import { THREAT_TYPES, wordFor } from "../../words.ts";
import { Evidence, useEvidence } from "../cases/evidence.tsx";
import { lookupOf } from "../cases/lookup.ts";
import { NhiLink } from "../nhi/nhi-link.tsx";
import { PersonLink } from "../people/person-link.tsx";
import { RuleLink } from "../settings/rules/rule-link.tsx";
import { findingOf, type Threat } from "./threat.ts";

/** An opened event: what it is about, the case it belongs to, and the rows behind it. */
export function ThreatDetail({ event }: { readonly event: Threat }): ReactElement {
  const { names, techniques } = findingOf(event);
  return (
    <div className="threat-detail">
      <KeyValues
        items={[
          ["About", <About key="about" event={event} />],
          ["Case", <InCase key="case" event={event} />],
          [
            "Finding",
            <span key="finding" className="row">
              <ForeignText value={names} none="Not named" max={240} />
              <RuleLink subcategory={event.subcategory} />
            </span>,
          ],
          ["Techniques", <Names key="techniques" items={techniques} />],
          ["Created", <Time key="created" value={event.created_at} format="full" />],
          [
            "Event id",
            <span key="id" className="row">
              <code>{event.event_id}</code>
              <CopyButton text={event.event_id} what="the event id" />
            </span>,
          ],
        ]}
      />
      <h3>Rows behind it</h3>
      <Rows event={event} />
    </div>
  );
}

/** The rows themselves for those who may read them, and for everyone else where they are. */
function Rows({ event }: { readonly event: Threat }): ReactElement {
  const canRead = useMay("getEvidence");
  const evidence = useEvidence(event.event_id, canRead);
  if (canRead) return <Evidence query={evidence} />;
  const { source_table: table, source_event_ids: ids } = event;
  if (table === null || ids.length === 0) return <p className="muted">The event has no log rows.</p>;
  return (
    <>
      <p className="muted">Your role does not include log rows. These queries find them in the log workspace.</p>
      <Folded count={ids.length} noun="row">
        <ul className="stack-s">
          {ids.map((id) => (
            <li key={id}>
              <CodeLine text={lookupOf(table, id)} what="the query for this row" />
            </li>
          ))}
        </ul>
      </Folded>
    </>
  );
}

function About({ event: { tuid, user_name, user_email } }: { readonly event: Threat }): ReactElement {
  if (tuid !== null || user_email !== null) return <PersonLink name={user_name} email={user_email} tuid={tuid} />;
  return user_name === null ? <span className="muted">Nobody known</span> : <NamedIdentity name={user_name} />;
}

/** An event without a user may be about a machine identity of that name. */
function NamedIdentity({ name }: { readonly name: string }): ReactElement {
  const found = useRead("listNhi", { query: { search: name.slice(0, 256), page_size: 50 } });
  const nhi = found.data?.items.find(({ display_name }) => display_name === name);
  return nhi ? <NhiLink nuid={nhi.nuid} name={name} /> : <ForeignText value={name} max={120} />;
}

/** The case of the event, found among those of its person. */
function InCase({ event: { event_id, user_email } }: { readonly event: Threat }): ReactElement {
  const cases = useRead(
    "listCases",
    { query: { email: user_email ?? "", page_size: 50 } },
    { enabled: user_email !== null },
  );
  const found = cases.data?.items.find(({ events }) => events.some((one) => one.event_id === event_id));
  if (found) return <Link href={`/cases/${found.case_id}`}>{wordFor(THREAT_TYPES, found.threat_type)}</Link>;
  if (cases.isLoading) return <span className="muted">…</span>;
  return <span className="muted">{user_email === null ? "Not known" : "In no case of this person"}</span>;
}
