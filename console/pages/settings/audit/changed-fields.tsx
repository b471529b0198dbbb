import type { ReactElement } from "react";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { CASE_STATES, OUTCOMES, sentenceCase, wordFor } from "../../../words.ts";
import type { AuditEntry } from "./audit-pages.ts";

const MAX_FIELDS = 4;
const MAX_TEXT = 120;

/** The fields of an entry as they were and as they are. */
export function ChangedFields({ entry }: { readonly entry: AuditEntry }): ReactElement | null {
  const { before, after, target } = entry;
  const old = new Map(Object.entries(before ?? {}));
  const now = new Map(Object.entries(after ?? {}));
  const names = [...new Set([...old.keys(), ...now.keys()])];
  if (names.length === 0) return <span className="muted">—</span>;
  return (
    <ul className="changed-fields small">
      {names.slice(0, MAX_FIELDS).map((name) => (
        <li key={name}>
          <span className="muted">
            <ForeignText value={sentenceCase(name)} max={64} />
          </span>{" "}
          {old.has(name) && (
            <>
              <del>
                <Value name={name} value={old.get(name)} words={wordsOf(target.kind, name)} />
              </del>{" "}
              <span aria-hidden="true">→</span>{" "}
            </>
          )}
          <Value name={name} value={now.get(name)} words={wordsOf(target.kind, name)} />
        </li>
      ))}
      {names.length > MAX_FIELDS && <MoreFields names={names.slice(MAX_FIELDS)} values={now} />}
    </ul>
  );
}

interface MoreFieldsProps {
  readonly names: readonly string[];
  readonly values: ReadonlyMap<string, unknown>;
}

function MoreFields({ names, values }: MoreFieldsProps): ReactElement {
  return (
    <li>
      <details>
        <summary className="muted">{names.length} more</summary>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <span className="muted">
                <ForeignText value={sentenceCase(name)} max={64} />
              </span>{" "}
              <Value name={name} value={values.get(name)} words={undefined} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

type Words = Readonly<Record<string, string>>;

/** Returns the words for the values of a field, for a field that has some. */
function wordsOf(kind: string, name: string): Words | undefined {
  if (kind !== "case") return undefined;
  return name === "state" ? CASE_STATES : name === "outcome" ? OUTCOMES : undefined;
}

/** What an empty list means, where it does not mean nothing. */
const EMPTY: ReadonlyMap<string, string> = new Map([["allowed_addresses", "any address"]]);

interface ValueProps {
  readonly name: string;
  readonly value: unknown;
  readonly words: Words | undefined;
}

function Value({ name, value, words }: ValueProps): ReactElement {
  const text = textOf(value);
  const empty = EMPTY.get(name);
  if (empty !== undefined && text === "") return <>{empty}</>;
  return <ForeignText value={words && text !== null ? wordFor(words, text) : text} none="nothing" max={MAX_TEXT} />;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
