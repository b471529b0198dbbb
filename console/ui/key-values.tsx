import "./key-values.css";
import { Fragment, type ReactElement, type ReactNode } from "react";

interface KeyValuesProps {
  readonly items: readonly (readonly [name: string, value: ReactNode])[];
}

/** Facts about one thing, by name. */
export function KeyValues({ items }: KeyValuesProps): ReactElement {
  return (
    <dl className="key-values">
      {items.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
