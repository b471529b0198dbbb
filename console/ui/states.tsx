import "./states.css";
import { CloudOff, Hourglass, Inbox, Lock, SearchX, TriangleAlert } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { type Icon, IconMark } from "./icon.tsx";

interface StateProps {
  readonly icon?: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** A message in place of content. */
function State({ icon = Inbox, title, children, action }: StateProps): ReactElement {
  return (
    <div className="state">
      <IconMark icon={icon} />
      <h2>{title}</h2>
      {children}
      {action && <div className="row">{action}</div>}
    </div>
  );
}

/** Shown instead of a list without items: why it is empty, and what to do. */
export function EmptyState(props: StateProps): ReactElement {
  return <State {...props} />;
}

const SLOW_MS = 10_000;

/** The outline of content that is being loaded, with the number of its lines. */
export function Skeleton({ lines = 6 }: { readonly lines?: number }): ReactElement {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <span className="visually-hidden">Loading</span>
      <div className="skeleton" aria-hidden="true">
        {Array.from({ length: lines }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
          <span key={at} />
        ))}
      </div>
      {slow && <p className="muted small">Still loading. The server may be busy.</p>}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

/** Shows a failed request: what is wrong, what helps, and the id of the request. */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactElement {
  if (!(error instanceof ApiError)) return <Broken error={error} onRetry={onRetry} />;
  if (error.status === 423) return <NotReady error={error} />;
  if (error.status === 403) return <Forbidden error={error} />;
  if (error.status === 404)
    return (
      <State icon={SearchX} title="Not found">
        <p>{sentence(error.message)}</p>
      </State>
    );
  if (error.status === 429) return <RateLimited error={error} onRetry={onRetry} />;
  return <Broken error={error} onRetry={onRetry} />;
}

function Broken({ error, onRetry }: ErrorStateProps): ReactElement {
  const offline = error instanceof ApiError && error.status === 0;
  return (
    <State
      icon={offline ? CloudOff : TriangleAlert}
      title={offline ? "The server cannot be reached" : "This did not load"}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      <p role="alert">{offline ? "Check your connection. Nothing was changed." : sentence(error.message)}</p>
      {error instanceof ApiError && <RequestId error={error} />}
    </State>
  );
}

/** Shows that a resource needs more observed history (423). */
export function NotReady({ error }: { readonly error: ApiError }): ReactElement {
  const days = Number(error.body["days_until_ready"]);
  const details = error.body["details"];
  return (
    <State icon={Hourglass} title="Not ready yet">
      <p>{sentence(typeof details === "string" ? details : error.message)}</p>
      {Number.isFinite(days) && days > 0 && (
        <p className="muted">
          About {days < 1 ? "one more day" : `${Math.ceil(days)} more days`} of history are needed. An administrator can
          make the resource ready sooner under Settings.
        </p>
      )}
    </State>
  );
}

/** Shows that the role of the person does not allow this (403). */
export function Forbidden({ error }: { readonly error: ApiError }): ReactElement {
  return (
    <State icon={Lock} title="Your role does not include this">
      <p>{sentence(error.message)}</p>
    </State>
  );
}

/** Counts down until the server accepts requests again (429), then repeats the request. */
function RateLimited({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: (() => void) | undefined }) {
  const [left, setLeft] = useState(Math.ceil(error.retryAfterSeconds ?? 5));
  useEffect(() => {
    if (left === 0) {
      onRetry?.();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, onRetry]);
  return (
    <State icon={Hourglass} title="Too many requests">
      <p>The next attempt is in {left} s.</p>
    </State>
  );
}

/** The id under which the server's log has a failed request. */
export function RequestId({ error }: { readonly error: ApiError }): ReactElement | null {
  if (error.requestId === null) return null;
  return (
    <p className="muted small">
      Request <code>{error.requestId}</code> <CopyButton text={error.requestId} what="the request id" />
    </p>
  );
}

/** Returns a message of the API, which starts in lower case, as a sentence. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
