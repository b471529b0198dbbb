import "./figures.css";
import type { ReactElement } from "react";

interface FiguresProps {
  /** Null is not zero: it means that the number is not known. */
  readonly items: readonly (readonly [name: string, value: number | string | null])[];
}

/** A few numbers beside each other. */
export function Figures({ items }: FiguresProps): ReactElement {
  return (
    <dl className="figures">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={value === null ? "muted" : "number"}>
            {value === null ? "Not known" : value.toLocaleString()}
          </dd>
        </div>
      ))}
    </dl>
  );
}
