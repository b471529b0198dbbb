import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readText } from "../../../../model/rows/row-fields.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { followUps } from "../patterns/sequence.ts";
import { FILE_TABLES, fileOperationOf, isCopiedAway, isDownload, isSharedOutside } from "../signals/file-operation.ts";
import { domainOfAddress, isSameOrganization } from "../signals/mail-domains.ts";
import { toDuration, toFileName, toName } from "../wording.ts";

const FOLD_MINUTES = 5;
const LABELS = "MicrosoftPurviewInformationProtection";
const ATTACHMENTS = "EmailAttachmentInfo";

/** Detects a user who removes or lowers the sensitivity label of several items. */
export function labelDowngrade(settings: BehaviorSettings["labelDowngrade"]): StatefulDetector {
  const windowMs = settings.withinHours * HOUR_MS;
  return defineBehavior({
    facts: {
      slug: "label_downgrade",
      major: 1,
      title: "Sensitivity labels lowered or removed",
      severity: "medium",
      tactics: ["defense_evasion"],
      techniques: ["T1562.001"],
      threatType: "policy_violation",
      signal: "productivity",
      supersedes: ["purview_label_downgraded", "purview_label_removed"],
    },
    tables: [LABELS],
    spanMs: windowMs,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: settings.items,
    triggersDiffer: true,
    hitsOf: downgradeHits,
    firingsOf: (memory) =>
      burstsOf(memory.hits, { windowMs, periodMs: DAY_MS, least: settings.items, count: "values" }).map(
        ({ trigger, hits: burst, peak }) => ({
          trigger,
          evidence: burst,
          summary: () =>
            `Lowered or removed the label of ${toAmount(peak, "item")} within ${settings.withinHours} h, ` +
            `among them ${burst
              .slice(0, 3)
              .map((hit) => dataText(hit, "name"))
              .join(", ")}; ` +
            `${settings.items} or more is unusual.`,
        }),
      ),
  });
}

/** Detects an item that is downloaded, copied away, mailed or shared externally soon after its label was lowered. */
export function labelDowngradeExfiltration(settings: BehaviorSettings["labelDowngradeExfiltration"]): StatefulDetector {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  return defineBehavior({
    facts: {
      slug: "label_downgrade_exfiltration",
      major: 1,
      title: "Item downloaded, mailed or shared externally after its label was lowered",
      severity: "high",
      tactics: ["defense_evasion", "exfiltration"],
      techniques: ["T1562.001", "T1567.002"],
      threatType: "data_exfiltration",
      signal: "productivity",
      supersedes: ["purview_label_downgraded", "purview_label_removed"],
    },
    tables: [LABELS, ...FILE_TABLES, ATTACHMENTS],
    spanMs: windowMs,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    // Needs at least one lowered label.
    minTriggers: 1,
    hitsOf: (seen) => (seen.row.table === LABELS ? downgradeHits(seen) : leavingHits(seen)),
    firingsOf: (memory) => leavings(memory, windowMs),
  });
}

function downgradeHits(seen: SeenRow) {
  const item = fileOperationOf(seen.row)?.item ?? null;
  if (item === null || !isDowngrade(seen.row)) return [];
  const name = toFileName(item);
  return hitOfActor(seen, `lowered:${toKey(name)}`, { name: toName(name), file: toKey(name) });
}

function isDowngrade({ fields }: LogRow): boolean {
  const event = readText(fields, "LabelEventType")?.toLowerCase() ?? "";
  if (/downgrade|remove/.test(event)) return true;
  return /label(removed|downgraded)$/.test(readText(fields, "Operation")?.toLowerCase() ?? "");
}

function leavingHits(seen: SeenRow) {
  const leaving = leavingOf(seen);
  if (leaving === null) return [];
  const file = toKey(toFileName(leaving.item));
  return supporting(hitOfActor(seen, `${leaving.how}:${file}`, { how: leaving.how, file }));
}

interface Leaving {
  readonly how: string;
  readonly item: string;
}

function leavingOf(seen: SeenRow): Leaving | null {
  const { row, actor } = seen;
  if (row.table === ATTACHMENTS) return mailingOf(seen);
  const operation = fileOperationOf(row);
  if (operation?.item == null) return null;
  if (isDownload(operation)) return { how: "downloaded", item: operation.item };
  if (isCopiedAway(operation)) return { how: "copied to a device or service outside", item: operation.item };
  return isSharedOutside(operation, actor?.upn ?? null) ? { how: "shared outside", item: operation.item } : null;
}

function mailingOf({ row: { fields }, actor }: SeenRow): Leaving | null {
  const [sender, recipient] = ["SenderFromAddress", "RecipientEmailAddress"].map(
    (path) => readText(fields, path)?.toLowerCase() ?? "",
  );
  const item = readText(fields, "FileName");
  const [own, theirs] = [domainOfAddress(sender ?? ""), domainOfAddress(recipient ?? "")];
  if (item === null || own === null || theirs === null || actor?.upn !== sender) return null;
  return isSameOrganization(own, theirs) ? null : { how: "mailed outside", item };
}

function* leavings({ hits }: Memory, windowMs: number): Iterable<Firing> {
  const lowered = hits.filter(({ value }) => value.startsWith("lowered:"));
  const leaving = hits.filter((hit) => dataText(hit, "how") !== "");
  const sameFile = (a: RowHit, b: RowHit): boolean => dataText(a, "file") === dataText(b, "file");
  for (const { first, second } of followUps(lowered, leaving, windowMs, sameFile)) {
    yield {
      trigger: second,
      evidence: [first],
      about: dataText(second, "file"),
      summary: () =>
        `${dataText(first, "name")} was ${dataText(second, "how")} ${toDuration(second.at - first.at)} after its label ` +
        `was lowered or removed; within ${toDuration(windowMs)} of that it is reported.`,
    };
  }
}
