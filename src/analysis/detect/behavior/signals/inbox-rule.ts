import type { Fields } from "../../../../model/fields.ts";
import type { LogRow } from "../../../../model/rows/log-row.ts";
import { readObjects, readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";

/** An inbox rule that was created or changed and takes mail out of the inbox. */
export interface InboxRule {
  readonly name: string;
  /** The owner does not see the mail: it is deleted, marked as read, sent elsewhere or put where nobody looks. */
  readonly isHiding: boolean;
  /** What mail must contain or come from, in lower case. */
  readonly about: string;
}

const OPERATIONS = /^(?:new|set|enable)-inboxrule$|^updateinboxrules$/i;
const HIDES =
  /^(?:deletemessage|softdeletemessage|permanentdelete|markasread|forwardto|redirectto|forwardasattachmentto)$/i;
const MOVES = /^(?:movetofolder|copytofolder)$/i;
/** Folders that exist in every mailbox and that hardly anybody opens. */
const UNSEEN_FOLDER =
  /\b(?:rss|archive?s?|archiv|conversation history|deleted items|junk|spam|trash|bin|sync issues|outbox|drafts|gelöschte|papierkorb|unterhaltungsverlauf|éléments supprimés|corbeille|papelera|elementos eliminados)\b/i;
const CONDITIONS = /^(?:from|sentto|conditions?|rulecondition)$|contain|includes|matches/i;
const MAX_VALUE = 4_096;
const MAX_ABOUT = 400;

/** Returns the inbox rule that a row reports; null for other rows and for rules that leave the mail where it is. */
export const inboxRuleOf = oncePerRow(({ table, fields }: LogRow): InboxRule | null => {
  const raw = table === "CloudAppEvents" ? "RawEventData." : "";
  const operation = readText(fields, `${raw}Operation`) ?? readText(fields, "ActionType") ?? "";
  if (!OPERATIONS.test(operation)) return null;
  const entries = [`${raw}Parameters`, `${raw}OperationProperties`]
    .flatMap((path) => readObjects(fields, path))
    .map(pairOf);
  const isHiding = entries.some(hides);
  if (!isHiding && !entries.some(moves)) return null;
  const name = entries.find((entry) => entry.name === "Name" && entry.value !== "")?.value ?? "a rule";
  return { name, isHiding: isHiding || isOdd(name), about: aboutOf(entries) };
});

interface Pair {
  readonly name: string;
  readonly value: string;
}

const pairOf = (entry: Fields): Pair => ({ name: readText(entry, "Name") ?? "", value: plainOf(entry["Value"]) });

/** Conditions and actions may be lists, or the JSON text of one. */
function plainOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.slice(0, MAX_VALUE).trim();
}

const isActions = ({ name }: Pair): boolean => /^(?:rule)?actions?$/i.test(name);

function hides(entry: Pair): boolean {
  const { name, value } = entry;
  if (HIDES.test(name)) return !/^(?:false|0)?$/i.test(value);
  if (MOVES.test(name)) return UNSEEN_FOLDER.test(value);
  return isActions(entry) && (/delete|forward|redirect|markasread/i.test(value) || UNSEEN_FOLDER.test(value));
}

const moves = (entry: Pair): boolean =>
  (MOVES.test(entry.name) && entry.value !== "") || (isActions(entry) && /move|copy/i.test(entry.value));

/** People name their rules; a name without a word was not chosen to be found again. */
const isOdd = (name: string): boolean => !/[\p{L}\p{N}]{2}/u.test(name.slice(0, 200));

const aboutOf = (entries: readonly Pair[]): string =>
  entries
    .filter(({ name }) => CONDITIONS.test(name))
    .map(({ value }) => value)
    .join(" ")
    .toLowerCase()
    .slice(0, MAX_ABOUT);
