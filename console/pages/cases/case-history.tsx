import "./case-history.css";
import { ArrowRight, Gavel, StickyNote } from "lucide-react";
import { type ReactElement, type SubmitEvent, useState } from "react";
import type { ReplyOf } from "../../api/call.ts";
import { useChange, useRead } from "../../api/hooks.ts";
import { useMay } from "../../app/session.ts";
import { useShortcuts } from "../../app/shortcuts.tsx";
import { showFailure } from "../../app/toasts.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { IconMark } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, CASE_STATES, OUTCOMES } from "../../words.ts";

type Entry = ReplyOf<"listCaseHistory">["items"][number];

/** What people and programs decided on a case, and their notes. */
export function CaseHistory({ caseId }: { readonly caseId: string }): ReactElement {
  const history = useRead("listCaseHistory", { params: { case_id: caseId } });
  const canWrite = useMay("addCaseNote");
  return (
    <Card title="History">
      {canWrite && <NoteForm caseId={caseId} />}
      <Loaded query={history} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">Nothing was decided yet.</p>
          ) : (
            <ol className="history">
              {items.map((entry) => (
                <HistoryEntry key={entry.entry_id} entry={entry} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

const ICONS = { verdict: Gavel, transition: ArrowRight, note: StickyNote } as const;

function HistoryEntry({ entry }: { readonly entry: Entry }): ReactElement {
  return (
    <li>
      <IconMark icon={ICONS[entry.kind as keyof typeof ICONS] ?? ArrowRight} />
      <span>{headlineOf(entry)}</span>
      {entry.comment && (
        <p>
          <ForeignText value={entry.comment} />
        </p>
      )}
      <span className="muted small">
        <ForeignText value={entry.by.name ?? entry.by.id} max={120} /> · <Time value={entry.at} />
      </span>
    </li>
  );
}

function headlineOf({ kind, outcome, state_before, state_after, event_ids }: Entry): string {
  if (kind === "note") return "Note";
  const to = state_after ? CASE_STATES[state_after] : "unchanged";
  if (outcome === null) return state_before ? `${CASE_STATES[state_before]} → ${to}` : to;
  const events = event_ids.length === 0 ? "" : `, for ${amount(event_ids.length, "event")}`;
  return `${OUTCOMES[outcome]}${events} → ${to}`;
}

const MAX_NOTE = 2_000;

function NoteForm({ caseId }: { readonly caseId: string }): ReactElement {
  const [text, setText] = useState("");
  const add = useChange("addCaseNote", ["listCaseHistory"]);
  useShortcuts([{ keys: "c", does: "Write a note", run: () => document.getElementById("note")?.focus() }]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    add
      .mutateAsync({ params: { case_id: caseId }, body: { text: text.trim() } })
      .then(() => setText(""))
      .catch((error: unknown) => showFailure("The note was not added.", error));
  };
  return (
    <form className="note-form no-print" onSubmit={submit}>
      <TextAreaField
        id="note"
        label="Note"
        value={text}
        maxLength={MAX_NOTE}
        rows={2}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== "" && (
        <Button type="submit" small busy={add.isPending}>
          Add note
        </Button>
      )}
    </form>
  );
}
