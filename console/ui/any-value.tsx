import type { ReactElement } from "react";
import { sentenceCase } from "../words.ts";
import { ForeignText } from "./foreign-text.tsx";
import { KeyValues } from "./key-values.tsx";

const MAX_DEPTH = 4;
const MAX_MEMBERS = 50;

/** Any JSON value in words: for records that another system wrote in a shape of its own. */
export function AnyValue({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }): ReactElement {
  if (typeof value === "string") return <ForeignText value={value} />;
  if (typeof value === "number") return <span className="number">{value.toLocaleString()}</span>;
  if (typeof value === "boolean") return <span>{value ? "Yes" : "No"}</span>;
  if (typeof value !== "object" || value === null) return <span className="muted">—</span>;
  if (depth >= MAX_DEPTH) return <span className="muted">…</span>;
  return Array.isArray(value) ? <AnyList items={value} depth={depth} /> : <AnyRecord record={value} depth={depth} />;
}

function AnyList({ items, depth }: { readonly items: readonly unknown[]; readonly depth: number }): ReactElement {
  if (items.length === 0) return <span className="muted">None</span>;
  return (
    <ul className="stack-s">
      {items.slice(0, MAX_MEMBERS).map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items have no identity
        <li key={at}>
          <AnyValue value={item} depth={depth + 1} />
        </li>
      ))}
      {items.length > MAX_MEMBERS && <li className="muted">and {items.length - MAX_MEMBERS} more</li>}
    </ul>
  );
}

function AnyRecord({ record, depth }: { readonly record: object; readonly depth: number }): ReactElement {
  const members = Object.entries(record).slice(0, MAX_MEMBERS);
  if (members.length === 0) return <span className="muted">None</span>;
  return (
    <KeyValues
      items={members.map(([name, value]) => [
        sentenceCase(name).slice(0, 80),
        <AnyValue key={name} value={value} depth={depth + 1} />,
      ])}
    />
  );
}
