import type { Connector, RequestAttempt } from "../../connectors/connector.ts";
import { ConnectorProblem, type ProblemKind } from "../../connectors/connector-problem.ts";
import { findConnectorSettings } from "../../store/connectors/connector-settings.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { openSettings } from "./open-settings.ts";
import type { PollParts } from "./poll-connector.ts";
import { type Tried, tryConnector } from "./try-connector.ts";

/** Longest wait before a retry: somebody is waiting for the result. */
const MAX_DELAY_MS = 2_000;

export interface TestedConnector extends Tried {
  readonly host: string | null;
  readonly problem: { readonly kind: ProblemKind; readonly message: string } | null;
}

/** Tries a connector with its stored settings within a time limit. Stores nothing; a failure is a result. */
export async function testConnector(
  parts: PollParts,
  db: DomainDb,
  connector: Connector,
  { timeoutMs, onAttempt }: { readonly timeoutMs: number; readonly onAttempt?: (attempt: RequestAttempt) => void },
): Promise<TestedConnector> {
  const signal = AbortSignal.timeout(timeoutMs);
  let host: string | null = null;
  const world = {
    ...parts,
    signal,
    isImpatient: true as const,
    sleep: (ms: number, aborted?: AbortSignal) => parts.sleep(Math.min(ms, MAX_DELAY_MS), aborted),
    onAttempt: (attempt: RequestAttempt) => {
      host = attempt.host;
      onAttempt?.(attempt);
    },
  };
  try {
    const stored = await findConnectorSettings(db, connector.connectorType);
    if (!stored) throw new ConnectorProblem("bad_settings", "the connector is not set up");
    const tried = await tryConnector(connector, openSettings(connector, stored, parts.sealer, db.domainId), world);
    return { ...tried, host, problem: null };
  } catch (error) {
    if (!(error instanceof ConnectorProblem)) throw error;
    const message = signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : error.message;
    return { rows: {}, directory: {}, notes: [], host, problem: { kind: error.kind, message } };
  }
}
