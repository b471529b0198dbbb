import type { Fields } from "../../../model/fields.ts";
import { toGuid } from "../../../model/rows/identifiers.ts";
import { principalKey } from "../../../model/rows/principal-key.ts";
import { readObjects, readText, readTexts } from "../../../model/rows/row-fields.ts";

/** An object that an audit row names. */
export interface AuditTarget {
  /** In lower case: `user`, `serviceprincipal`, `application`, `group`, `role`, `other`. */
  readonly type: string;
  readonly id: string | null;
  readonly upn: string | null;
  readonly name: string | null;
}

/** The objects and properties of an audit row. */
export interface AuditDetails {
  readonly targets: readonly AuditTarget[];
  /** The texts of a property before and after the change, by its name in lower case; the first of a name counts. */
  readonly properties: ReadonlyMap<string, { readonly before: readonly string[]; readonly after: readonly string[] }>;
  readonly appId: string | null;
}

const MAX_TARGETS = 20;
const MAX_PROPERTIES = 100;
const MAX_NAME = 128;

export function auditDetailsOf(fields: Fields): AuditDetails {
  const targets = readObjects(fields, "TargetResources").slice(0, MAX_TARGETS);
  const properties = new Map<string, { readonly before: readonly string[]; readonly after: readonly string[] }>();
  for (const property of targets.flatMap((target) => readObjects(target, "modifiedProperties"))) {
    const name = readText(property, "displayName")?.toLowerCase().slice(0, MAX_NAME);
    if (name === undefined || properties.has(name) || properties.size === MAX_PROPERTIES) continue;
    properties.set(name, { before: textsOf(property, "oldValue"), after: textsOf(property, "newValue") });
  }
  return { targets: targets.map(toTarget), properties, appId: appIdOf(fields) };
}

const toTarget = (target: Fields): AuditTarget => ({
  type: readText(target, "type")?.toLowerCase().slice(0, MAX_NAME) ?? "",
  id: toGuid(readText(target, "id")),
  upn: readText(target, "userPrincipalName"),
  name: readText(target, "displayName"),
});

/** Returns the texts of a value, without the quotes of JSON. */
const textsOf = (property: Fields, path: string): readonly string[] =>
  readTexts(property, path).map((text) => text.replace(/^"|"$/g, "").trim());

function appIdOf(fields: Fields): string | null {
  for (const detail of readObjects(fields, "AdditionalDetails").slice(0, MAX_PROPERTIES)) {
    if (readText(detail, "key")?.toLowerCase() === "appid") return toGuid(readText(detail, "value"));
  }
  return null;
}

/** Returns the value of the first property that has one, after the change or, if it was removed, before it. */
export function propertyOf({ properties }: AuditDetails, names: readonly string[]): string | null {
  for (const name of names) {
    const property = properties.get(name);
    const text = property?.after.find((value) => value !== "") ?? property?.before.find((value) => value !== "");
    if (text !== undefined) return text;
  }
  return null;
}

/** Returns the actor key of a target. */
export const targetKey = (target: AuditTarget | undefined): string | null =>
  target === undefined ? null : principalKey(target.upn, target.id);
