import { composePollParts } from "../../compose/poll-parts.ts";
import { openRowIntake } from "../../ingest/rows/row-intake.ts";
import type { PollParts } from "../../pipeline/poll/poll-connector.ts";
import { systemClock } from "../../runtime/clock.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { type Invocation, required } from "../command.ts";
import { openSecret } from "../open-secret.ts";
import { operatorContext } from "../operator-context.ts";
import { withDomain } from "../with-database.ts";

/** What every connector command works with. */
export interface ConnectorContext extends Pick<Invocation, "terminal" | "json" | "quiet" | "env" | "flags"> {
  /** The value of `--domain`. */
  readonly domain: string;
  readonly db: DomainHandle;
  readonly parts: PollParts;
  /** The server's secret. */
  readonly secret: string;
}

/** Opens the domain of `--domain` and everything that a poll needs. */
export function withConnectors(
  invocation: Invocation,
  work: (context: ConnectorContext) => Promise<number>,
): Promise<number> {
  return withDomain(invocation, async (db, database) => {
    const addresses = invocation.config.connectorAddresses;
    const secret = await openSecret(invocation, database);
    const intake = openRowIntake(database);
    const parts = { ...composePollParts({ clock: systemClock, pepper: secret, addresses }), intake };
    return work({ ...invocation, domain: required(invocation, "domain"), db, parts, secret });
  });
}

/** Returns the context of an action that a connector command performs. */
export const actionContextOf = ({ db }: ConnectorContext) => operatorContext(db);
