import type { DomainDb } from "../database/database.ts";

/** How a poll of a connector ended. */
export interface ConnectorPoll {
  readonly connectorType: string;
  readonly pollId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly pages: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** Null if it succeeded. */
  readonly problem: string | null;
}

/** How many polls of a connector are kept. */
export const POLLS_KEPT = 50;

interface PollRow {
  readonly connector_type: string;
  readonly poll_id: string;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly pages: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly problem: string | null;
}

/** Returns the last polls of a connector, the newest first. */
export async function listConnectorPolls(db: DomainDb, connectorType: string): Promise<readonly ConnectorPoll[]> {
  const rows = await db.query<PollRow>(
    `select connector_type, poll_id, started_at, ended_at, pages, accepted, duplicates, rejected, problem
     from connector_polls where domain_id = $1 and connector_type = $2
     order by ended_at desc, poll_id desc limit $3`,
    [connectorType, POLLS_KEPT],
  );
  return rows.map((row) => ({
    connectorType: row.connector_type,
    pollId: row.poll_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    pages: row.pages,
    accepted: row.accepted,
    duplicates: row.duplicates,
    rejected: row.rejected,
    problem: row.problem,
  }));
}

/** Stores the end of a poll and deletes those beyond the last ones. */
export async function addConnectorPoll(tx: DomainDb, poll: ConnectorPoll): Promise<void> {
  await tx.execute(
    `insert into connector_polls (domain_id, connector_type, poll_id, started_at, ended_at, pages, accepted, duplicates,
       rejected, problem) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      poll.connectorType,
      poll.pollId,
      poll.startedAt,
      poll.endedAt,
      poll.pages,
      poll.accepted,
      poll.duplicates,
      poll.rejected,
      poll.problem,
    ],
  );
  await tx.execute(
    `delete from connector_polls where domain_id = $1 and connector_type = $2 and poll_id in (
       select poll_id from connector_polls where domain_id = $1 and connector_type = $2
       order by ended_at desc, poll_id desc offset $3)`,
    [poll.connectorType, POLLS_KEPT],
  );
}

/** Deletes the polls of a connector that is removed. */
export async function removeConnectorPolls(tx: DomainDb, connectorType: string): Promise<void> {
  await tx.execute("delete from connector_polls where domain_id = $1 and connector_type = $2", [connectorType]);
}
