import "./entry-card.css";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { ApiError } from "../../api/api-error.ts";
import { sentence } from "../../ui/states.tsx";

interface EntryCardProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** The frame of the pages before one is signed in. */
export function EntryCard({ title, lead, children }: EntryCardProps): ReactElement {
  useEffect(() => {
    document.title = `${title} · Parapet`;
  }, [title]);
  return (
    <main className="entry">
      <div className="entry-brand">
        <img src="/favicon.svg" alt="" width="24" height="24" />
        Parapet
      </div>
      <div className="entry-card">
        <div className="stack-s">
          <h1>{title}</h1>
          {lead && <p className="secondary">{lead}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}

/** Separates two ways to do the same. */
export function EntryOr(): ReactElement {
  return <div className="entry-or secondary">or</div>;
}

/** Shows why a form was not accepted. */
export function EntryProblem({ error }: { readonly error: Error | null }): ReactElement | null {
  if (!error) return null;
  const wait =
    error instanceof ApiError && error.retryAfterSeconds ? ` Try again in ${error.retryAfterSeconds} s.` : "";
  return (
    <p className="entry-problem" role="alert">
      {sentence(error.message)}
      {wait}
    </p>
  );
}
