import { toGuid } from "../../../../model/rows/identifiers.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { ipOf } from "../../../../model/rows/row-ip.ts";
import { graphPathOf } from "../../../activity/readers/graph-acts.ts";
import type { DirectoryAct } from "../../../acts/directory-act.ts";
import { directoryActOf } from "../../../acts/directory-act-of.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor, supporting } from "../hits.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { firstSeen } from "../patterns/first-seen.ts";
import { before, followUps } from "../patterns/sequence.ts";
import { toDuration, toName } from "../wording.ts";

type Settings = BehaviorSettings["consentThenUse"];

const FOLD_DAYS = 10;

const TABLES: readonly LogTable[] = ["AuditLogs", "OfficeActivity", "CloudAppEvents", "MicrosoftGraphActivityLogs"];

/** Detects a user's consent to an application that then reads mail or files from an address that is not the user's. */
export function consentThenUse(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "consent_then_use",
      major: 1,
      title: "Application read mail or files soon after a user's consent",
      severity: "high",
      tactics: ["collection", "persistence"],
      techniques: ["T1528", "T1114.002"],
      threatType: "account_compromise",
      signal: "core_iam",
      supersedes: ["audit_app_consent"],
    },
    tables: TABLES,
    // A folded hit shows only its first day, so the memory reaches further back by the fold period.
    spanMs: (settings.baselineDays + FOLD_DAYS) * DAY_MS,
    foldMs: FOLD_DAYS * DAY_MS,
    ignoresCounts: true,
    minTriggers: 1,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const act = directoryActOf(seen.row);
  if (act?.kind === "consent.added") return consentHits(seen, act);
  if (act?.kind === "app.added") return supporting(hitOfActor(seen, `created:${appKeyOf(act)}`));
  return act === null ? useHits(seen) : [];
}

const appKeyOf = ({ object, objectId }: DirectoryAct): string => toKey(objectId ?? object ?? "");

/** Delegated permissions to read or send the mail of a user, or to read files. */
const CONTENT =
  /\b(?:mail\.(?:read|send)|mailboxsettings\.readwrite|files\.read|sites\.(?:read|manage|fullcontrol)|notes\.read|chat\.read|ews\.accessasuser|imap\.accessasuser|pop\.accessasuser|full_access_as_user)/i;

/** A consent for everybody is administration, which other rules report. */
function consentHits(seen: SeenRow, act: DirectoryAct): readonly Hit[] {
  if (act.target !== null || !CONTENT.test(act.detail ?? "")) return [];
  const data = {
    app: appKeyOf(act),
    name: toName(act.shown.object, "an application"),
    what: toName(act.shown.detail),
    ip: ipOf(seen.row) ?? "",
  };
  // Each table reports the consent, with its own name of the application.
  return hitOfActor(seen, `consent:${seen.row.table}:${data.app}`, data);
}

/** The clients of the suite itself; a user has them whatever else the user consents to. */
const SUITE =
  /^(?:0000000[0-9a-f]-0000-0ff1-ce00-|00000003-0000-0000-c000-|d3590ed6-52b3-4102|1fec8e78-bce4-4aaf|5e3ce6c0-2b1f-4285|27922004-5251-4030|5d661950-3475-41cd|9199bf20-a13f-4107|ab9b8c07-8f02-4f72|4765445b-32c6-49b0|89bee1f7-5e6e-4d8a|cc15fd57-2c6c-4117|00b41c95-dab0-4487)/;

function useHits(seen: SeenRow): readonly Hit[] {
  const { row } = seen;
  const app = toGuid(readFirst(row.fields, APP_IDS));
  const ip = ipOf(row);
  if (app === null || ip === null || SUITE.test(app) || !isContentRead(row)) return [];
  return supporting(hitOfActor(seen, `use:${app}`, { ip, app: toKey(app) }));
}

const APP_IDS = ["ClientAppId", "AppId", "OAuthAppId", "RawEventData.ClientAppId", "RawEventData.AppId"];
const READ_PATHS = /\/(?:messages|mailfolders|drive|drives|sites|onenote|chats)\b/;
const READ_OPERATIONS = /^(?:mailitemsaccessed|send|filedownloaded|fileaccessed|filesyncdownloadedfull)$/;

function isContentRead({ table, fields }: LogRow): boolean {
  if (table === "MicrosoftGraphActivityLogs") return READ_PATHS.test(graphPathOf(readText(fields, "RequestUri") ?? ""));
  return READ_OPERATIONS.test(readFirst(fields, ["Operation", "ActionType"])?.toLowerCase() ?? "");
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  const consents = hits.filter(({ value }) => value.startsWith("consent:"));
  const uses = hits.filter(({ value }) => value.startsWith("use:"));
  const created = hits.filter(({ value }) => value.startsWith("created:"));
  const reachMs = settings.withinHours * HOUR_MS;
  const rule = { baselineDays: settings.baselineDays, warmUpDays: 0, foldDays: FOLD_DAYS };
  const firsts = firstSeen(uses, rule).map(({ hit }) => hit);
  const isOwnAddress = (consent: RowHit, use: RowHit): boolean => {
    const ip = dataText(use, "ip");
    return (
      ip === dataText(consent, "ip") ||
      [...before(uses, use.at, settings.baselineDays * DAY_MS)].some(
        (other) => other.value !== use.value && dataText(other, "ip") === ip,
      )
    );
  };
  for (const { first, second } of followUps(consents, firsts, reachMs, (consent, use) => !isOwnAddress(consent, use))) {
    const app = dataText(first, "app");
    const isNew = [...before(created, first.at + HOUR_MS, DAY_MS)].some(({ value }) => value === `created:${app}`);
    const reports = [...before(consents, second.at, reachMs)];
    yield {
      trigger: second,
      evidence: reports,
      actor: first.actor,
      // Without its creation the application may be one that others use already.
      ...(isNew && { precision: NEW_APPLICATION }),
      summary: () =>
        `Consented to ${dataText(first, "name")}${isNew ? ", which was new in the organization" : ""} ` +
        `(${dataText(first, "what")}); ${toDuration(second.at - first.at)} later an application that was not used ` +
        `before read mail or files from ${dataText(second, "ip")}.`,
    };
  }
}

/** The share of such findings that are attacks: people try out services, but few that read all of their mail. */
const NEW_APPLICATION = 0.6;
