import type { ActRecord } from "./act-record.ts";
import type { ActArea, ActDirection, ActKind, ActVerb } from "./directory-act.ts";
import { flatSettings, type Setting } from "./flat-settings.ts";
import { isHarmlessMailFlow } from "./mail-flow.ts";
import { COSMETIC, EMPTY_MEANS_ALL, listMeaning, settingValues, WEAK_METHODS } from "./setting-values.ts";

/** Areas in which an act changes a control, and what it means to add one. */
const CONTROLS: ReadonlyMap<ActArea, ActDirection> = new Map([
  ["conditional_access", "strengthens"],
  ["named_location", "unknown"],
  ["auth_methods_policy", "unknown"],
  ["authorization_policy", "unknown"],
  ["security_defaults", "strengthens"],
  ["cross_tenant_access", "weakens"],
  ["policy", "unknown"],
  ["password_policy", "unknown"],
  ["app_management_policy", "unknown"],
  ["tenant_settings", "unknown"],
  ["role_settings", "unknown"],
  ["audit_settings", "strengthens"],
  ["mail_protection", "strengthens"],
  ["dlp_policy", "strengthens"],
  ["transport_rule", "unknown"],
  ["mail_connector", "unknown"],
  ["sharing_policy", "unknown"],
  ["teams_policy", "unknown"],
  ["legacy_protocol", "unknown"],
  ["access_review", "strengthens"],
  ["access_package", "neutral"],
  ["device_policy", "unknown"],
  ["federation", "unknown"],
  ["directory_sync", "unknown"],
  ["mfa", "strengthens"],
  ["admin_unit", "neutral"],
]);

/** Areas in which the removal of a control does not by itself weaken: it depends on what the control did. */
const AMBIGUOUS: ReadonlySet<ActArea> = new Set([
  "named_location",
  "cross_tenant_access",
  "transport_rule",
  "mail_connector",
  "federation",
  "policy",
]);

/** Returns whether an act makes the organization weaker, from the values before and after where the row has them. */
export function directionOf(kind: ActKind, record: ActRecord): ActDirection {
  const [area, verb] = kind.split(".") as [ActArea, ActVerb];
  const added = CONTROLS.get(area);
  if (added === undefined) return area === "security_log" ? "weakens" : "neutral";
  if (verb === "removed" || verb === "disabled") return removal(area, record);
  const signs = signsOf(record, verb === "added");
  if (signs.has("weakens")) return "weakens";
  if (verb === "enabled") return AMBIGUOUS.has(area) ? "unknown" : "strengthens";
  if (area === "transport_rule" && isHarmlessMailFlow(record)) return "neutral";
  return verb === "added" ? additionDirection(area, signs, added) : changeDirection(signs);
}

function additionDirection(area: ActArea, signs: ReadonlySet<Sign>, added: ActDirection): ActDirection {
  return signs.has("inactive") || (area === "named_location" && signs.size > 0) ? "neutral" : added;
}

function changeDirection(signs: ReadonlySet<Sign>): ActDirection {
  if (signs.has("strengthens")) return "strengthens";
  return signs.size > 0 && !signs.has("unknown") ? "neutral" : "unknown";
}

/** A control that was not in force can be removed without harm. */
function removal(area: ActArea, { properties }: ActRecord): ActDirection {
  const states = [...properties].flatMap(([name, { before }]) =>
    [...flatSettings(name, before).values()]
      .filter((setting) => setting.name === "state")
      .flatMap(({ values }) => values),
  );
  if (states.length > 0 && !states.some((state) => /^(enabled|on)$/.test(state))) return "neutral";
  return AMBIGUOUS.has(area) ? "unknown" : "weakens";
}

type Sign = ActDirection | "inactive";

function signsOf(record: ActRecord, isNew: boolean): ReadonlySet<Sign> {
  const signs = new Set<Sign>();
  for (const [name, { before, after }] of record.properties) {
    const [had, has] = [flatSettings(name, before), flatSettings(name, after)];
    for (const path of new Set([...had.keys(), ...has.keys()])) {
      signs.add(signOf(path, had.get(path), has.get(path), { isNew, isCompared: had.size > 0 }));
    }
  }
  for (const [name, value] of record.isCommand ? record.parameters : []) {
    for (const [path, setting] of flatSettings(name, value)) {
      signs.add(signOf(path, undefined, setting, { isNew, isCompared: true }));
    }
  }
  return signs;
}

interface Comparison {
  readonly isNew: boolean;
  /** Whether the state before the change is known; without it a protective value may have been there all along. */
  readonly isCompared: boolean;
}

function signOf(path: string, had: Setting | undefined, has: Setting | undefined, how: Comparison): Sign {
  const setting = has ?? had;
  if (setting === undefined || sameValues(had, has) || COSMETIC.test(path)) return "neutral";
  const isList = listMeaning(setting.name) !== null;
  if (how.isNew || how.isCompared)
    return isList ? listSign(setting.name, had, has, how) : scalarSign(setting, has, how);
  // What there was before may have been the same.
  const sign = isList || RELATIVE.test(setting.name) ? "unknown" : scalarSign(setting, has, how);
  return sign === "strengthens" ? "unknown" : sign;
}

/** Settings of which no value is weak by itself. */
const RELATIVE = /^operator$/;

function sameValues(had: Setting | undefined, has: Setting | undefined): boolean {
  const [before, after] = [had?.values ?? [], has?.values ?? []];
  return before.length === after.length && before.every((value) => after.includes(value));
}

/** Settings that switch a control as a whole: a new one that is off, or only reports, changes nothing. */
const SWITCHES = /^(state|mode|enabled?|isenabled)$/;

function scalarSign({ name, owner }: Setting, has: Setting | undefined, { isNew }: Comparison): Sign {
  const meaning = settingValues(name);
  if (meaning === undefined || (isNew && RELATIVE.test(name))) return isNew ? "neutral" : "unknown";
  const value = has?.values[0] ?? "";
  const isWeak = meaning.weak.test(value);
  if (!isWeak && !meaning.strong.test(value)) return "unknown";
  // A method that is easy to intercept weakens when it is allowed.
  const isReversed = name === "state" && WEAK_METHODS.test(owner);
  if (isWeak === isReversed) return "strengthens";
  return isNew && !isReversed && SWITCHES.test(name) ? "inactive" : "weakens";
}

function listSign(name: string, had: Setting | undefined, has: Setting | undefined, { isNew }: Comparison): Sign {
  const [before, after] = [entriesOf(name, had), entriesOf(name, has)];
  const gained = after.filter((value) => !before.includes(value));
  const lost = before.filter((value) => !after.includes(value));
  if (listMeaning(name) === "exceptions") {
    if (gained.length > 0)
      return isNew && name !== "ipallowlist" && !name.startsWith("allowed") ? "neutral" : "weakens";
    return lost.length > 0 ? "strengthens" : "neutral";
  }
  if (gained.includes("all")) return "strengthens";
  if (lost.length > 0) return "weakens";
  return gained.length > 0 ? "strengthens" : "neutral";
}

const entriesOf = (name: string, setting: Setting | undefined): readonly string[] => {
  const values = setting?.values ?? [];
  return values.length === 0 && setting !== undefined && EMPTY_MEANS_ALL.test(name) ? ["all"] : values;
};
