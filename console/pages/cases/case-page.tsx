import "./case-page.css";
import "./case-preview.css";
import { ChevronLeft, ChevronRight, Link2, Printer } from "lucide-react";
import { type ReactElement, useMemo, useState } from "react";
import { useLocation, useParams } from "wouter";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { useRead } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useMay } from "../../app/session.ts";
import { useShortcuts } from "../../app/shortcuts.tsx";
import { showToast } from "../../app/toasts.tsx";
import { Badge, SeverityBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, OUTCOMES, THREAT_TYPES } from "../../words.ts";
import { Brief } from "./brief.tsx";
import { CaseHistory } from "./case-history.tsx";
import { StateBadge } from "./case-marks.tsx";
import { Reasons } from "./case-preview.tsx";
import { type CaseItem, subjectOf } from "./case-view.ts";
import { ChosenEvents } from "./chosen-events.tsx";
import { DecisionBar, isBeforeInvestigation } from "./decision-bar.tsx";
import { EventCard, placeOf, type RowPlace } from "./event-card.tsx";
import { SimilarCases } from "./similar-cases.tsx";
import { SubjectPersona } from "./subject-persona.tsx";
import { type Choice, useChoice } from "./use-choice.ts";
import { type GivenVerdict, useDecisions } from "./use-decide.tsx";
import { useEventKeys } from "./use-event-keys.ts";
import { useNeighbors } from "./use-neighbors.ts";
import { VerdictDialog } from "./verdict-dialog.tsx";
import { fastTriage, VERDICTS } from "./verdicts.tsx";

const POLL_MS = 30_000;
/** The rows of the first events are read at once, for their times; the others when they are opened. */
const EAGER_EVENTS = 8;

/** A case: brief, reasons, events with their evidence, the person, verdict. */
export function CasePage(): ReactElement {
  const { case_id } = useParams<{ case_id: string }>();
  const found = useRead(
    "getCase",
    { params: { case_id }, query: { include: ["state", "verdict", "severity", "times"] } },
    { refetchInterval: POLL_MS },
  );
  if (!found.data) {
    return (
      <Page title="Case" parent={PARENT}>
        <Loaded query={found} lines={14}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <OpenCase key={case_id} found={found.data} />;
}

const PARENT = { name: "Cases", href: "/cases" };

function OpenCase({ found }: { readonly found: CaseItem }): ReactElement {
  const canDecide = useMay("submitVerdict");
  const eventIds = useMemo(() => found.events.map(({ event_id }) => event_id), [found]);
  const choice = useChoice(eventIds);
  const verdict = useVerdict(found, canDecide, choice);
  const [, navigate] = useLocation();
  const { previous, next } = useNeighbors(found.case_id);
  const goTo = (id: string | undefined): void => {
    if (id !== undefined) navigate(`/cases/${id}`);
  };
  useShortcuts([
    { keys: "[", does: "Previous case of the queue", run: () => goTo(previous) },
    { keys: "]", does: "Next case of the queue", run: () => goTo(next) },
  ]);
  useEventKeys(eventIds, canDecide ? choice : undefined);
  const copyLink = (): void => {
    void navigator.clipboard.writeText(location.href).then(() => showToast("Link copied"));
  };
  return (
    <Page
      title={subjectOf(found)}
      parent={PARENT}
      marks={
        <>
          {found.severity && <SeverityBadge severity={found.severity} />}
          {found.state && <StateBadge state={found.state} />}
          {found.verdict && <Badge>{OUTCOMES[found.verdict.outcome]}</Badge>}
        </>
      }
      lead={
        <>
          {THREAT_TYPES[found.threat_type]} · {amount(found.events.length, "event")} · opened{" "}
          <Time value={found.created_at} />
        </>
      }
      actions={
        <>
          <Button
            look="plain"
            icon={ChevronLeft}
            aria-label="Previous case of the queue"
            disabled={previous === undefined}
            onClick={() => goTo(previous)}
          />
          <Button
            look="plain"
            icon={ChevronRight}
            aria-label="Next case of the queue"
            disabled={next === undefined}
            onClick={() => goTo(next)}
          />
          <Button look="plain" icon={Link2} aria-label="Copy a link to this case" onClick={copyLink} />
          <Button look="plain" icon={Printer} aria-label="Print" onClick={() => print()} />
        </>
      }
    >
      {canDecide && (
        <>
          <DecisionBar
            found={found}
            onVerdict={verdict.start}
            onInvestigate={verdict.investigate}
            onReopen={verdict.reopen}
          />
          <ChosenEvents count={choice.ids.length} of={found.events.length} onClear={choice.clear} />
        </>
      )}
      <div className="case-layout">
        <CaseMain found={found} choice={canDecide ? choice : undefined} />
        <aside className="case-aside" aria-label="About the case">
          {found.user_email && <SubjectPersona email={found.user_email} />}
          <CaseHistory caseId={found.case_id} />
          <SimilarCases caseId={found.case_id} />
          <FactsCard found={found} />
        </aside>
      </div>
      {verdict.dialog}
    </Page>
  );
}

/** Returns where the rows of the subject's recent threat events are, by event. */
function usePlaces({ user_email: email }: CaseItem): ReadonlyMap<string, RowPlace> {
  const threats = useRead(
    "listThreats",
    { query: { page_size: 200, ...(email !== null && { email }) } },
    { enabled: email !== null },
  );
  return new Map(
    threats.data?.data.flatMap(({ event_id, source_table, source_event_ids }) => {
      const place = placeOf(source_table, source_event_ids[0]);
      return place ? [[event_id, place] as const] : [];
    }),
  );
}

function CaseMain({ found, choice }: { readonly found: CaseItem; readonly choice: Choice | undefined }): ReactElement {
  const places = usePlaces(found);
  return (
    <div className="case-main">
      <section aria-label="Brief">
        <Brief text={found.threat_brief} />
      </section>
      {found.reasons && found.reasons.length > 0 && (
        <section>
          <h2>Why this is a case</h2>
          <Reasons reasons={found.reasons} />
        </section>
      )}
      <section>
        <h2>Events</h2>
        <ol className="timeline">
          {found.events.map((event, at) => (
            <li key={event.event_id} className={`event-${event.severity}`}>
              <EventCard
                event={event}
                place={places.get(event.event_id)}
                eager={at < EAGER_EVENTS}
                choice={
                  choice && { isChosen: choice.has(event.event_id), onToggle: () => choice.toggle(event.event_id) }
                }
              />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** The verdict dialog of the page, and the keys that open it. */
function useVerdict(found: CaseItem, canDecide: boolean, { ids: eventIds, clear }: Choice) {
  const [outcome, setOutcome] = useState<VerdictOutcome>();
  const { decide, investigate, reopen, isPending } = useDecisions();
  const finish = async (verdict: GivenVerdict): Promise<void> => {
    if (!(await decide(found, verdict))) return;
    setOutcome(undefined);
    clear();
  };
  const start = (chosen: VerdictOutcome): void => {
    if (fastTriage.get()) void finish({ outcome: chosen, comment: "", eventIds });
    else setOutcome(chosen);
  };
  const startInvestigation = (): void => {
    if (isBeforeInvestigation(found.state)) void investigate(found);
  };
  const verdictKeys = VERDICTS.map(({ key, ...choice }) => ({
    keys: key,
    does: OUTCOMES[choice.outcome],
    run: () => start(choice.outcome),
  }));
  useShortcuts(canDecide ? [{ keys: "i", does: "Investigate", run: startInvestigation }, ...verdictKeys] : []);
  const dialog = outcome && (
    <VerdictDialog
      subject={subjectOf(found)}
      scope={scopeOf(eventIds.length)}
      outcome={outcome}
      busy={isPending}
      onDecide={(verdict) => void finish({ ...verdict, eventIds })}
      onClose={() => setOutcome(undefined)}
    />
  );
  return { start, investigate: startInvestigation, reopen: () => void reopen(found), dialog };
}

/** Returns what a verdict applies to; one on some events moves the case as a whole, too. */
const scopeOf = (chosen: number): string =>
  chosen === 0 ? "all events of the case" : `${amount(chosen, "chosen event")} of the case, which moves as a whole`;

function FactsCard({ found }: { readonly found: CaseItem }): ReactElement {
  return (
    <Card title="Facts">
      <KeyValues
        items={[
          ["Subject", <ForeignText key="subject" value={found.user_email} none="Unknown" />],
          ["First event", <Time key="first" value={found.first_event_at ?? null} format="full" />],
          ["Last event", <Time key="last" value={found.last_event_at ?? null} format="full" />],
          ["Opened", <Time key="opened" value={found.created_at} format="full" />],
          ["Updated", <Time key="updated" value={found.updated_at} format="full" />],
          ["Closed", found.closed_at ? <Time key="closed" value={found.closed_at} format="full" /> : "No"],
          [
            "Score",
            <span key="score">
              {typeof found.score !== "number" ? "None" : `${found.score.toFixed(2)} of at most 1`}
            </span>,
          ],
          [
            "Id",
            <span key="id" className="row">
              <code className="small">{found.case_id}</code>
              <CopyButton text={found.case_id} what="the id of the case" />
            </span>,
          ],
        ]}
      />
    </Card>
  );
}
