import type { Fields } from "../../model/fields.ts";
import { readText } from "../../model/rows/row-fields.ts";
import { parseInnerJson } from "../../model/text/inner-json.ts";
import { valueText } from "./read-record-parts.ts";

const MAX_ACTIONS = 20;

/** Parameters of the commands for inbox rules, by the action that a mail client reports. */
const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ["forward", "forwardto"],
  ["forwardasattachment", "forwardasattachmentto"],
  ["redirect", "redirectto"],
  ["delete", "deletemessage"],
  ["permanentdelete", "deletemessage"],
  ["move", "movetofolder"],
  ["movetofolder", "movetofolder"],
  ["copy", "copytofolder"],
  ["markasread", "markasread"],
  ["stopprocessingrules", "stopprocessingrules"],
]);

const NAMES: ReadonlyMap<string, string> = new Map([
  ["rulename", "name"],
  ["rulecondition", "subjectorbodycontainswords"],
]);

/** Translates what a mail client reports of an inbox rule into the parameters that the commands have. */
export function ruleActionParameters(actions: string, given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (actions === "") return new Map();
  const named = [...NAMES].flatMap(([own, name]): [string, string][] => {
    const value = given.get(own);
    return value === undefined || given.has(name) ? [] : [[name, value]];
  });
  const listed = actionsIn(actions);
  return new Map([...named, ...(listed.length === 0 ? unstructured(actions) : structured(listed))]);
}

const FLAGS: ReadonlySet<string> = new Set(["deletemessage", "markasread", "stopprocessingrules"]);

function structured(actions: readonly Fields[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const action of actions) {
    const name = PARAMETERS.get((readText(action, "ActionType") ?? readText(action, "Type") ?? "").toLowerCase());
    if (name === undefined) continue;
    const value = FLAGS.has(name) ? "True" : valueText(action);
    found.set(name, found.has(name) ? `${found.get(name)};${value}` : value);
  }
  return found;
}

function actionsIn(text: string): readonly Fields[] {
  try {
    const parsed: unknown = parseInnerJson(text);
    return (Array.isArray(parsed) ? parsed : [parsed]).slice(0, MAX_ACTIONS).filter(isObject);
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Some clients report the actions as plain text. */
function unstructured(actions: string): ReadonlyMap<string, string> {
  if (/redirect/i.test(actions)) return new Map([["redirectto", actions]]);
  return /forward/i.test(actions) ? new Map([["forwardto", actions]]) : new Map();
}
