import type { Connector, ConnectorWorld, Json, PulledPage, Settings, Source } from "../../connectors/connector.ts";
import { ConnectorProblem } from "../../connectors/connector-problem.ts";
import type { AddressRules } from "../../connectors/http/address-rules.ts";
import { secretNames } from "../../connectors/read-settings.ts";
import type { RowIntake } from "../../ingest/rows/row-intake.ts";
import { Failure } from "../../model/failure.ts";
import { backoffMs } from "../../runtime/backoff.ts";
import type { Chance } from "../../runtime/chance.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Sealer } from "../../runtime/encryption.ts";
import { newId } from "../../runtime/ids.ts";
import { addConnectorPoll } from "../../store/connectors/connector-polls.ts";
import {
  acquireLease,
  type ConnectorNote,
  type ConnectorSettings,
  endLease,
  type Lease,
  type PollEnd,
  recordConnectorFailure,
  renewLease,
  saveCursor,
} from "../../store/connectors/connector-settings.ts";
import { recordConnectorSuccess } from "../../store/connectors/connectors.ts";
import type { DomainDb, DomainHandle } from "../../store/database/database.ts";
import { countPending, MAX_PENDING_ROWS } from "../../store/rows/pending-rows.ts";
import { mergeNotes } from "./connector-notes.ts";
import { openSettings } from "./open-settings.ts";
import { addSkipped, rejectedNote, type SkippedLine } from "./skipped-lines.ts";
import { type StoredPage, storePulledPage } from "./store-pulled-page.ts";

export interface PollParts {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly sleep: ConnectorWorld["sleep"];
  readonly sealer: Sealer;
  readonly addresses: AddressRules;
  readonly findConnector: (connectorType: string) => Connector | undefined;
  readonly intake?: RowIntake | undefined;
  readonly signal?: AbortSignal | undefined;
  /** After this time a poll is aborted, even in the middle of a page. */
  readonly hardLimitMs?: number | undefined;
}

export interface PollReport {
  readonly ok: boolean;
  readonly pages: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly problem: string | null;
  readonly notes: readonly string[];
  /** The first lines that were rejected, and the files that were not read. */
  readonly skipped: readonly SkippedLine[];
  /** The message of an unexpected error, for the log. */
  readonly unexpected?: string | undefined;
}

/** How long the connectors of a process that died stay locked. */
const LEASE_MS = 120_000;
const RENEW_EVERY_MS = 30_000;
/** A long backfill is split into several polls, so that other connectors are polled in between. */
const MAX_POLL_MS = 60_000;
/** Aborts a poll even in the middle of a page; longer than the slowest response of a healthy source. */
const HARD_LIMIT_MS = 240_000;
const PENDING_PAUSE_MS = 30_000;
/** Counting pending rows can cost more than storing a page. */
const PAGES_PER_COUNT = 10;
const BACKOFF = { baseMs: 30_000, maxMs: 3_600_000 };
const MAX_RETRY_AFTER_MS = 6 * 3_600_000;

/**
 * Polls a connector once; returns nothing if it is disabled, not due (unless `outOfTurn`) or leased by another process.
 * Each page is stored in one transaction with its cursor, and only while the lease is held: a process that lost its
 * lease cannot store pages that another one has read since.
 */
export async function pollConnector(
  parts: PollParts,
  db: DomainHandle,
  connectorType: string,
  { outOfTurn = false }: { readonly outOfTurn?: boolean } = {},
): Promise<PollReport | undefined> {
  const lease = { connectorType, owner: newId() };
  const now = parts.clock();
  const stored = await acquireLease(db, lease, { now, until: later(now, LEASE_MS), outOfTurn });
  if (!stored) return undefined;
  const poll = new Poll(parts, db, lease);
  const heartbeat = setInterval(() => poll.keepLease(), RENEW_EVERY_MS).unref();
  try {
    return await poll.run(stored);
  } finally {
    clearInterval(heartbeat);
  }
}

const later = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

class LeaseLost extends Error {}

/** The end of a poll that did not fail. */
interface Ending {
  readonly nextPollMs: number;
  readonly notes: readonly string[];
}

class Poll {
  private readonly parts: PollParts;
  private readonly db: DomainHandle;
  private readonly lease: Lease;
  private readonly lost = new AbortController();
  private readonly tooLong: AbortSignal;
  private readonly startedAt: Date;
  /** Removed from every message, whichever system quotes them. */
  private secrets: readonly string[] = [];
  private earlierNotes: readonly ConnectorNote[] = [];
  private skipped: readonly SkippedLine[] = [];
  private readonly counts = { pages: 0, accepted: 0, duplicates: 0, rejected: 0 };

  constructor(parts: PollParts, db: DomainHandle, lease: Lease) {
    this.parts = parts;
    this.db = db;
    this.lease = lease;
    this.startedAt = parts.clock();
    this.tooLong = AbortSignal.timeout(parts.hardLimitMs ?? HARD_LIMIT_MS);
  }

  async run(stored: ConnectorSettings): Promise<PollReport | undefined> {
    this.earlierNotes = stored.notes;
    try {
      const ending = await this.pull(stored);
      return await this.succeed(ending);
    } catch (error) {
      if (error instanceof LeaseLost || this.lost.signal.aborted) return undefined;
      if (this.parts.signal?.aborted) return this.leave(stored);
      return this.fail(this.tooLong.aborted ? new ConnectorProblem("too_slow", "the poll took too long") : error);
    }
  }

  /** Renews the lease while a page is being fetched. */
  keepLease(): void {
    renewLease(this.db, this.lease, this.leaseEnd()).then(
      (held) => {
        if (!held) this.lost.abort();
      },
      () => undefined,
    );
  }

  private leaseEnd(): Date {
    return later(this.parts.clock(), LEASE_MS);
  }

  private async pull(stored: ConnectorSettings): Promise<Ending> {
    const connector = this.parts.findConnector(stored.connectorType);
    if (!connector)
      throw new ConnectorProblem("bad_settings", `${stored.connectorType} is not polled; its rows are pushed`);
    const settings = openSettings(connector, stored, this.parts.sealer, this.db.domainId);
    this.secrets = secretNames(connector).flatMap((name) => settings[name] ?? []);
    const source = this.open(connector, settings);
    try {
      return await this.storeAll(connector, source, stored.cursor === null ? undefined : JSON.parse(stored.cursor));
    } finally {
      source.close();
    }
  }

  private open(connector: Connector, settings: Settings): Source {
    const { clock, chance, sleep, addresses, signal } = this.parts;
    const signals = [this.lost.signal, this.tooLong, ...(signal ? [signal] : [])];
    return connector.open(settings, { clock, chance, sleep, addresses, signal: AbortSignal.any(signals) });
  }

  private async storeAll(connector: Connector, source: Source, cursor: Json | undefined): Promise<Ending> {
    const end = later(this.parts.clock(), MAX_POLL_MS);
    const notes: string[] = [];
    for await (const page of pagesUntil(this.tooLong, source.pull(cursor))) {
      const stored = await storePulledPage(this.db, this.parts, page, this.leaseSteps(page.cursor));
      this.count(page, stored);
      notes.push(...page.notes);
      if (!page.more) break;
      if (this.parts.signal?.aborted || this.parts.clock() >= end) return { nextPollMs: 0, notes };
      if (await this.isBacklogFull()) return { nextPollMs: PENDING_PAUSE_MS, notes };
    }
    return { nextPollMs: connector.pollEveryMs, notes };
  }

  private count(page: PulledPage, stored: StoredPage): void {
    this.counts.pages++;
    this.counts.accepted += stored.accepted;
    this.counts.duplicates += stored.duplicates;
    this.counts.rejected += stored.rejected.length;
    const skipped = addSkipped(this.skipped, page, { rejected: stored.rejected, page: this.counts.pages });
    this.skipped = skipped.map((one) => ({ ...one, reason: this.withoutSecrets(one.reason) }));
  }

  private async isBacklogFull(): Promise<boolean> {
    if (this.counts.pages % PAGES_PER_COUNT !== 0) return false;
    return (await countPending(this.db, MAX_PENDING_ROWS)) >= MAX_PENDING_ROWS;
  }

  private leaseSteps(cursor: Json) {
    const held = (isHeld: boolean): void => {
      if (!isHeld) throw new LeaseLost();
    };
    const text = JSON.stringify(cursor);
    return {
      hold: async (tx: DomainDb) => held(await renewLease(tx, this.lease, this.leaseEnd())),
      save: async (tx: DomainDb) => held(await saveCursor(tx, this.lease, { cursor: text, until: this.leaseEnd() })),
    };
  }

  private async succeed({ nextPollMs, notes }: Ending): Promise<PollReport | undefined> {
    const at = this.parts.clock();
    // Jitter of 5 %: connectors that were added together do not stay in step.
    const nextPollAt = later(at, Math.round(nextPollMs * (0.95 + this.parts.chance() / 10)));
    return this.end({ at, nextPollAt, problem: null, notes }, async (tx) => {
      await recordConnectorSuccess(tx, this.lease.connectorType, at);
      return nextPollAt;
    });
  }

  private async fail(error: unknown): Promise<PollReport | undefined> {
    const problem = this.withoutSecrets(problemText(error));
    const asked = error instanceof ConnectorProblem ? error.retryAfterMs : undefined;
    const at = this.parts.clock();
    const report = await this.end({ at, nextPollAt: at, problem, notes: [] }, async (tx) => {
      const failures = await recordConnectorFailure(tx, this.lease.connectorType, at);
      const pause = backoffMs(failures, BACKOFF, this.parts.chance);
      return later(at, Math.max(pause, Math.min(asked ?? 0, MAX_RETRY_AFTER_MS)));
    });
    const isKnown = error instanceof ConnectorProblem || error instanceof Failure;
    return report && { ...report, ...(!isKnown && { unexpected: this.withoutSecrets(String(error)) }) };
  }

  /**
   * Ends the poll because the process stops: neither a success nor a failure, and another process may continue at once.
   */
  private leave({ polledAt, problem }: ConnectorSettings): Promise<PollReport | undefined> {
    const at = this.parts.clock();
    return this.end({ at: polledAt ?? at, nextPollAt: at, problem, notes: [] }, async () => at);
  }

  private withoutSecrets(text: string): string {
    return this.secrets.reduce((clean, secret) => clean.replaceAll(secret, "***"), text).slice(0, 500);
  }

  /** Releases the lease and stores the result, in one transaction. */
  private async end(
    ending: Omit<PollEnd, "notes"> & { readonly notes: readonly string[] },
    note: (tx: DomainDb) => Promise<Date>,
  ): Promise<PollReport | undefined> {
    const newNotes = [...ending.notes, ...rejectedNote(this.counts.rejected, this.skipped)];
    const notes = mergeNotes(this.earlierNotes, newNotes, this.parts.clock());
    try {
      await this.db.transaction(async (tx) => {
        const nextPollAt = await note(tx);
        if (!(await endLease(tx, this.lease, { ...ending, notes, nextPollAt }))) throw new LeaseLost();
        const { connectorType, owner: pollId } = this.lease;
        const times = { startedAt: this.startedAt, endedAt: this.parts.clock() };
        await addConnectorPoll(tx, { connectorType, pollId, ...times, ...this.counts, problem: ending.problem });
      });
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      throw error;
    }
    const { problem } = ending;
    return { ok: problem === null, ...this.counts, problem, notes: newNotes, skipped: this.skipped };
  }
}

/** Yields the pages of a source until the signal aborts, even if the source ignores it. */
async function* pagesUntil(signal: AbortSignal, pages: AsyncIterable<PulledPage>): AsyncGenerator<PulledPage> {
  const source = pages[Symbol.asyncIterator]();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await Promise.race([source.next(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: a source that hangs would hang here too.
    source.return?.().catch(() => undefined);
  }
}

/**
 * Returns the text of a failure that is stored and shown; the message of an unknown error may quote anything, so it is
 * left out.
 */
function problemText(error: unknown): string {
  if (error instanceof ConnectorProblem) return `${error.kind}: ${error.message}`;
  return error instanceof Failure ? error.message : "an unexpected error; the server's log has more";
}
