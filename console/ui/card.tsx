import "./card.css";
import { type ReactElement, type ReactNode, useId } from "react";

interface CardProps {
  readonly title: string;
  /** What the section answers, for those who see it for the first time. */
  readonly lead?: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** Without padding, for a table. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A section of a page with its heading. */
export function Card({ title, lead, aside, flush = false, children }: CardProps): ReactElement {
  const id = useId();
  return (
    <section className={flush ? "card card-flush" : "card"} aria-labelledby={id}>
      <div className="spread">
        <h2 id={id}>
          <bdi>{title}</bdi>
        </h2>
        {aside}
      </div>
      {lead && <p className="card-lead">{lead}</p>}
      {children}
    </section>
  );
}

/** Cards side by side, as many as fit. */
export function Cards({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className="cards">{children}</div>;
}
