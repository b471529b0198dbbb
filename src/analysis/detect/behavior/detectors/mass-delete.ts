import type { LogRow } from "../../../../model/rows/log-row.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import { byTime } from "../../periods.ts";
import {
  DAY_MS,
  type Memory,
  MINUTE_MS,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { azureOperationOf } from "../signals/azure-operation.ts";
import { FILE_TABLES, fileOperationOf, isOwnItem } from "../signals/file-operation.ts";
import { fileAccessOf } from "../signals/share-access.ts";
import { toDuration, toFileName, toName } from "../wording.ts";

type Settings = BehaviorSettings["massDelete"];

const FOLD_MINUTES = 10;

/** Detects many files or several resources deleted in a short time, or one right after its protection was removed. */
export function massDelete(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "mass_delete",
      major: 1,
      title: "Mass deletion, or deletion after protection was removed",
      severity: "high",
      tactics: ["impact"],
      techniques: ["T1485"],
      threatType: "sabotage",
      signal: "cloud",
    },
    tables: ["AzureActivity", "SecurityEvent", ...FILE_TABLES],
    spanMs: Math.max(settings.filesWithinMinutes, settings.resourcesWithinMinutes) * MINUTE_MS,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow) {
  const deleted = seen.row.table === "AzureActivity" ? resourceOf(seen.row) : fileOf(seen);
  if (deleted === null) return [];
  const name = toName(toFileName(deleted.item));
  return hitOfActor(seen, `${deleted.kind}:${toKey(deleted.item)}`, { name }, ["user", "service"]);
}

interface Deleted {
  /** `own`: into the recycle bin of the user's own library. */
  readonly kind: "file" | "own" | "resource" | "guard";
  readonly item: string;
}

const FILE_DELETIONS: ReadonlySet<string> = new Set([
  "filedeleted",
  "filerecycled",
  "filedeletedfirststagerecyclebin",
  "filedeletedsecondstagerecyclebin",
  "fileversionsalldeleted",
]);

const RECYCLED: ReadonlySet<string> = new Set(["filedeleted", "filerecycled"]);

function fileOf({ row, actor }: SeenRow): Deleted | null {
  if (row.table === "SecurityEvent") return onServer(row);
  const operation = fileOperationOf(row);
  if (operation?.item == null || !FILE_DELETIONS.has(operation.name)) return null;
  const isOwn = RECYCLED.has(operation.name) && isOwnItem(operation.item, actor?.upn ?? null);
  return { kind: isOwn ? "own" : "file", item: operation.item };
}

/** Programs delete what they wrote for themselves. */
const TEMPORARY =
  /\\(?:temp|tmp|appdata|\$recycle\.bin|winsxs|softwaredistribution)\\|\\~[^\\]*$|\.(?:tmp|log|etl|lock)$/;

function onServer(row: LogRow): Deleted | null {
  const access = fileAccessOf(row);
  return access?.isDeletion && !TEMPORARY.test(access.path) ? { kind: "file", item: access.path } : null;
}

/** Deletions of protections: locks, backups, retention. */
const GUARDS =
  /\/(locks|backupprotecteditems|protecteditems|backuppolicies|diagnosticsettings|immutabilitypolicies)\/delete$/;
/** Deletions without loss of data. */
const TRIVIAL =
  /\/(deployments|tags|connections|operationresults|privateendpointconnections|incidents|bookmarks)\/delete$/;

function resourceOf(row: LogRow): Deleted | null {
  const operation = azureOperationOf(row);
  if (
    operation === null ||
    !operation.isDone ||
    !operation.action.endsWith("/delete") ||
    TRIVIAL.test(operation.action)
  )
    return null;
  return operation.resource === null
    ? null
    : { kind: GUARDS.test(operation.action) ? "guard" : "resource", item: operation.resource };
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const files = [...ofKind(hits, "file"), ...ofKind(hits, "own")].sort(byTime);
  yield* bursts(files, "file", settings.files, settings.filesWithinMinutes);
  yield* bursts(ofKind(hits, "resource"), "cloud resource", settings.resources, settings.resourcesWithinMinutes);
  yield* unguarded(hits, settings.resourcesWithinMinutes);
}

const ofKind = (hits: readonly RowHit[], kind: Deleted["kind"]): readonly RowHit[] =>
  hits.filter(({ value }) => value.startsWith(`${kind}:`));

function bursts(hits: readonly RowHit[], noun: string, least: number, minutes: number): readonly Firing[] {
  const rule = { windowMs: minutes * MINUTE_MS, periodMs: DAY_MS, least, count: "values" as const };
  return burstsOf(hits, rule).map(({ trigger, hits: burst, peak }) => ({
    trigger,
    evidence: burst,
    about: noun === "file" ? "file" : "resource",
    count: peak,
    // Own files in the recycle bin were tidied up, and can be restored.
    severity: burst.every(({ value }) => value.startsWith("own:")) ? "low" : "high",
    summary: () =>
      `Deleted ${toAmount(peak, noun)} within ${minutes} min, among them ` +
      `${burst
        .slice(0, 3)
        .map((hit) => dataText(hit, "name"))
        .join(", ")}; ${least} or more is reported.`,
  }));
}

function* unguarded(hits: readonly RowHit[], minutes: number): Iterable<Firing> {
  const pairs = followUps(ofKind(hits, "guard"), ofKind(hits, "resource"), minutes * MINUTE_MS);
  for (const { first, second } of pairs) {
    yield {
      trigger: second,
      evidence: [first],
      about: "unguarded",
      summary: () =>
        `Deleted ${dataText(second, "name")} ${toDuration(second.at - first.at)} after removing the protection ` +
        `${dataText(first, "name")}; within ${minutes} min of it is reported.`,
    };
  }
}
