import type { ReactElement } from "react";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import type { AuditEntry } from "./audit-pages.ts";

const MAX_FIELDS = 4;
const MAX_TEXT = 120;

/** The fields of an entry as they were and as they are. */
export function ChangedFields({ entry: { before, after } }: { readonly entry: AuditEntry }): ReactElement | null {
  const old = new Map(Object.entries(before ?? {}));
  const now = new Map(Object.entries(after ?? {}));
  const names = [...new Set([...old.keys(), ...now.keys()])];
  if (names.length === 0) return <span className="muted">—</span>;
  return (
    <ul className="changed-fields small">
      {names.slice(0, MAX_FIELDS).map((name) => (
        <li key={name}>
          <span className="muted">
            <ForeignText value={name} max={64} />
          </span>{" "}
          {old.has(name) && (
            <>
              <del>
                <Value value={old.get(name)} />
              </del>{" "}
              <span aria-hidden="true">→</span>{" "}
            </>
          )}
          <Value value={now.get(name)} />
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
                <ForeignText value={name} max={64} />
              </span>{" "}
              <Value value={values.get(name)} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function Value({ value }: { readonly value: unknown }): ReactElement {
  return <ForeignText value={textOf(value)} none="nothing" max={MAX_TEXT} />;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
