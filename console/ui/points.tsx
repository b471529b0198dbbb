import "./points.css";
import type { ReactElement } from "react";
import { ForeignText } from "./foreign-text.tsx";

/** Sentences as a list. */
export function Points({ items }: { readonly items: readonly string[] }): ReactElement {
  return (
    <ul className="points">
      {[...new Set(items)].map((item) => (
        <li key={item}>
          <ForeignText value={item} />
        </li>
      ))}
    </ul>
  );
}

/** Short names beside each other. */
export function Names({ items, none = "None" }: { readonly items: readonly string[]; readonly none?: string }) {
  if (items.length === 0) return <span className="muted">{none}</span>;
  return (
    <ul className="names">
      {[...new Set(items)].map((item) => (
        <li key={item}>
          <ForeignText value={item} max={120} />
        </li>
      ))}
    </ul>
  );
}
