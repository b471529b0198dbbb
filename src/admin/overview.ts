import { catalog } from "../connectors/catalog.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { integrationStatus } from "../model/connector.ts";
import { assessReadiness, type ReadinessFacts } from "../model/readiness.ts";
import { INTEGRATION_STATUSES } from "../model/vocabulary.ts";
import { countCases, countCreatedCases, countWaitingCases, MAX_COUNTED } from "../store/cases/case-figures.ts";
import { findConnectors } from "../store/connectors/connectors.ts";
import type { DomainDb } from "../store/database/database.ts";
import { countDrift } from "../store/people/drift.ts";
import { readReceivedTables } from "../store/rows/received-rows.ts";
import type { MountAdmin } from "./admin-plane.ts";
import { receivedItem } from "./received-item.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_SHOWN = 30;

/** Mounts the figures of the overview. */
export function mountOverview(mount: MountAdmin): void {
  mount(at.getOverview, async ({ db, clock, ...caller }) => {
    const now = clock();
    // Ages count from the full hour, as in the lists that the console links to.
    const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    const received = await readReceivedTables(db, now);
    return answerOf(
      JSON.stringify({
        count_limit: MAX_COUNTED,
        cases: {
          by_state: await countCases(db),
          waiting: await describeWaiting(db, hour),
          by_day: await describeDays(db, now),
        },
        ingest: received.map((one) => receivedItem(one.table, one)),
        integrations: await countIntegrations(db),
        readiness: (await caller.readiness()).map(describeReadiness),
        drift_last_week: await countDrift(db, new Date(hour - 7 * DAY_MS), MAX_COUNTED),
      }),
    );
  });
}

async function describeWaiting(db: DomainDb, hour: number) {
  const bounds = [new Date(hour - DAY_MS), new Date(hour - 7 * DAY_MS)];
  const { byType, byAge, oldestAt } = await countWaitingCases(db, "discover", bounds);
  const [lastDay = 0, lastWeek = 0, older = 0] = byAge;
  return {
    oldest_at: oldestAt,
    last_day: lastDay,
    last_week: lastWeek,
    older,
    by_threat_type: byType.map(({ threatType, count }) => ({ threat_type: threatType, count })),
  };
}

async function describeDays(db: DomainDb, now: Date) {
  const today = Math.floor(now.getTime() / DAY_MS);
  const first = today - DAYS_SHOWN + 1;
  const counts = await countCreatedCases(db, new Date(first * DAY_MS));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const day = new Date((first + index) * DAY_MS).toISOString().slice(0, 10);
    const own = counts.filter((one) => one.day === day);
    return { day, counts: own.map(({ state, count }) => ({ state, count })) };
  });
}

async function countIntegrations(db: DomainDb) {
  const records = await findConnectors(
    db,
    catalog.map(({ connectorType }) => connectorType),
  );
  const statuses = [...records.values()].map(integrationStatus);
  return INTEGRATION_STATUSES.flatMap((status) => {
    const count = statuses.filter((one) => one === status).length;
    return count === 0 ? [] : [{ status, count }];
  });
}

function describeReadiness(facts: ReadinessFacts) {
  const { resource, ready, daysUntilReady, details } = assessReadiness(facts);
  return { resource, ready, days_until_ready: daysUntilReady, details };
}
