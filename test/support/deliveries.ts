import { ingestDirectory } from "../../src/ingest/directory/ingest-directory.ts";
import { ingestRows } from "../../src/ingest/rows/ingest-rows.ts";
import { emptyFacts } from "../../src/model/activity/day-facts.ts";
import { digestUuid } from "../../src/runtime/hashing.ts";
import { newId } from "../../src/runtime/ids.ts";
import { type ActivityBatch, saveActivity } from "../../src/store/activity/save-activity.ts";
import { addConnectorPoll } from "../../src/store/connectors/connector-polls.ts";
import { saveConnectorSettings } from "../../src/store/connectors/connector-settings.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { hitKeyOf } from "../../src/store/threats/hit-keys.ts";
import { type NewHitRows, saveHits } from "../../src/store/threats/hits.ts";
import { savePeriodLimits } from "../../src/store/threats/period-limits.ts";

const AT = new Date("2026-11-01T08:00:00.000Z");

/** Delivers a row under two ids, and a service principal, each marked with the word. */
export async function givenDeliveries(db: DomainHandle, word: string): Promise<void> {
  const row = { TimeGenerated: AT.toISOString(), SyslogMessage: word };
  await ingestRows(db, () => AT, {
    table: "Syslog",
    lines: ["a", "b"].map((id, index) => ({ line: index + 1, value: { ...row, _ItemId: `${word}-${id}` } })),
  });
  const service = { id: `${word}-service`, appId: `${word}-app`, displayName: word };
  await ingestDirectory(db, () => AT, { kind: "service-principals", lines: [{ line: 1, value: service }] });
}

/** Stores the state that a connector and a detector keep between deliveries, marked with the word. */
export async function givenMemories(db: DomainHandle, connectorType: string, word: string): Promise<void> {
  await db.transaction(async (tx) => {
    await saveConnectorSettings(tx, {
      connectorType,
      settings: { word },
      sealedSecrets: word,
      forgetCursor: true,
      at: AT,
    });
    const poll = { connectorType, pollId: newId(), startedAt: AT, endedAt: AT, problem: word };
    await addConnectorPoll(tx, { ...poll, pages: 1, accepted: 1, duplicates: 0, rejected: 0 });
    const renamed = "insert into renamed_rows (domain_id, table_name, content_key) values ($1, 'Syslog', $1)";
    await tx.execute(renamed);
    await saveHits(tx, hitNamed(word), [], AT);
    await savePeriodLimits(tx, [{ name: word, settings: word, group: word, period: AT.getTime(), fewest: 1 }]);
    await saveActivity(tx, activityNamed(word));
  });
}

/** One hit and its actor, marked with the word. */
function hitNamed(word: string): NewHitRows {
  const actor = digestUuid(word);
  const source = { hitKey: hitKeyOf(word), rowKey: actor, eventKey: null, actor, memory: word };
  const hit = { detector: word, group: word, bucket: 0, at: AT.getTime(), count: 1, isTrigger: true, ...source };
  return { rows: [hit], actors: [{ key: actor, packed: word, keptUntil: 30_000 }] };
}

/** One day of one actor and one change of the directory, marked with the word. */
function activityNamed(word: string): ActivityBatch {
  const [firstDay, actorKey] = [20_000, `upn:${word}`];
  const row = { table: "AuditLogs", contentKey: "00000000-0000-4000-8000-000000000001" } as const;
  const change = { change: "identity_created", target: actorKey, objectId: word, objectName: word } as const;
  return {
    days: [{ actorKey, day: firstDay, facts: { ...emptyFacts(), events: 1 } }],
    values: [{ dimension: 0, hash: "12345678", key: word, label: word }],
    actors: [{ actorKey, kind: "user", keys: [], name: word, firstDay, lastDay: firstDay }],
    addresses: [{ address: "192.0.2.7", actorKey: `upn:${word}@northwind.example`, firstDay, lastDay: firstDay }],
    sources: [{ table: row.table, firstDay, lastDay: firstDay, rows: 1, days: new Set([firstDay]) }],
    changes: [{ at: AT, row, ...change, by: actorKey, byName: word }],
  };
}
