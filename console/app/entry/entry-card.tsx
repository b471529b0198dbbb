import "./entry-card.css";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { ApiError } from "../../api/api-error.ts";
import { sentence } from "../../ui/states.tsx";
import { type Labels, withLabels } from "./field-labels.ts";

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

interface EntryProblemProps {
  readonly error: Error | null;
  /** The labels of this form by the names of the API, where they are its own. */
  readonly labels?: Labels;
}

/** Shows why a form was not accepted. */
export function EntryProblem({ error, labels }: EntryProblemProps): ReactElement | null {
  if (!error) return null;
  // The message about a limit names the time itself.
  const hasWait = error instanceof ApiError && error.retryAfterSeconds !== null && error.code !== "rate_limited";
  const wait = hasWait ? ` Try again in ${error.retryAfterSeconds} s.` : "";
  return (
    <p className="entry-problem" role="alert">
      {sentence(withLabels(error.message, labels))}
      {wait}
    </p>
  );
}
