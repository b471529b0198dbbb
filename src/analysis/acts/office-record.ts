import type { Fields } from "../../model/fields.ts";
import { toGuid, toUpn } from "../../model/rows/identifiers.ts";
import { readFirst, readObjects, readText, readTexts } from "../../model/rows/row-fields.ts";
import { parseInnerJson } from "../../model/text/inner-json.ts";
import type { ActObject, ActRecord } from "./act-record.ts";
import { toOperationName } from "./operation-name.ts";
import { readChanges, readPairs, valueText } from "./read-record-parts.ts";
import { ruleActionParameters } from "./rule-action-parameters.ts";

/** The audit record of the office suite: the row itself, or the part of a cloud application's row that contains it. */
const recordIn = (fields: Fields, isCloud: boolean): Fields =>
  isCloud ? (readObjects(withParsedRecord(fields), "RawEventData")[0] ?? {}) : fields;

/** The record may arrive as JSON text. */
function withParsedRecord(fields: Fields): Fields {
  const raw = fields["RawEventData"];
  if (typeof raw !== "string" || raw.length > 262_144) return fields;
  try {
    return { RawEventData: parseInnerJson(raw) };
  } catch {
    return {};
  }
}

const FAILED = /^(fail|false|error|denied|unsuccess|timeout)/i;

/** Returns the normalized name of an operation that did not fail. */
export function officeOperation(fields: Fields, isCloud: boolean): string | null {
  const status = isCloud
    ? readFirst(fields, ["RawEventData.ResultStatus", "ActionResult"])
    : readText(fields, "ResultStatus");
  if (FAILED.test(status ?? "")) return null;
  const operation = isCloud
    ? readFirst(fields, ["ActionType", "RawEventData.Operation"])
    : readText(fields, "Operation");
  return operation === null ? null : toOperationName(operation);
}

export function readOfficeRecord(fields: Fields, operation: string, isCloud: boolean): ActRecord {
  const record = recordIn(fields, isCloud);
  const listed = readPairs(record, ["Parameters", "OperationProperties", "ExtendedProperties"], ["Name", "Value"]);
  const given = new Map([...detailsIn(listed.get("additionaldetails")), ...listed]);
  return {
    operation,
    objects: [...objectsOf(record), ...(isCloud ? activityObjects(fields) : [])],
    properties: readChanges(propertiesIn(record), ["Name", "OldValue", "NewValue"]),
    parameters: new Map([...given, ...ruleActionParameters(given.get("ruleactions") ?? "", given)]),
    isCommand: /^[a-z]+-\w+$/.test(operation),
    isByPim: readTexts(record, "Actor.ID").some((id) => id.toLowerCase() === "ms-pim"),
    remark:
      readFirst(record, ["ResultReason", "ResultReasonType"]) ??
      valueText(record["ExtendedProperties"]).slice(0, 4_096),
    ownDomains: [readFirst(record, ["OrganizationName", "UserDomain"])].flatMap(
      (domain) => domain?.toLowerCase() ?? [],
    ),
  };
}

const MAX_DETAILS = 50;

/** Reads the details that the directory's audit log has as pairs, and the office suite as the JSON text of an object. */
function detailsIn(text: string | undefined): readonly (readonly [string, string])[] {
  if (text === undefined || !text.startsWith("{")) return [];
  try {
    return Object.entries(parseInnerJson(text) as object)
      .slice(0, MAX_DETAILS)
      .map(([name, value]) => [name.toLowerCase(), valueText(value)] as const);
  } catch {
    return [];
  }
}

/** Teams and SharePoint report one changed setting in columns of the row. */
function propertiesIn(record: Fields): readonly Fields[] {
  const own = readText(record, "Name") === null ? [] : [record];
  return [...readObjects(record, "ModifiedProperties"), ...own];
}

const TYPE = /^(user|group|serviceprincipal|application|role|device|policy)(?:_([0-9a-f-]{36}))?$/i;
const TYPE_OF_NAME = "1";
const TYPE_OF_UPN = "5";

/** Returns the object that the entries of a list describe, and the one that the record names. */
function objectsOf(record: Fields): readonly ActObject[] {
  const listed = mergedObject([...readObjects(record, "AADTarget"), ...readObjects(record, "Target")].slice(0, 50));
  const given = objectOf(readFirst(record, ["OfficeObjectId", "ObjectId", "TargetUserId"]));
  const objects = [listed, ...(given === null ? [] : [given])].filter(isNamed);
  // The user principal name is what the other tables have, too.
  return listed.upn === null && given !== null && given.upn !== null ? objects.reverse() : objects;
}

/** Merges the entries that describe one object: its id, type, name and user principal name. */
function mergedObject(entries: readonly Fields[]): ActObject {
  const parts = entries.map((entry) => {
    const id = readFirst(entry, ["ID", "Id"]) ?? "";
    const [, type, ofType] = TYPE.exec(id) ?? [];
    const kind = type === undefined ? readText(entry, "Type") : null;
    return {
      type: type?.toLowerCase() ?? "",
      id: toGuid(ofType ?? id),
      upn: kind === TYPE_OF_UPN ? toUpn(id) : null,
      name: kind === TYPE_OF_NAME ? id : null,
    };
  });
  const first = <K extends keyof ActObject>(key: K) => parts.find((part) => Boolean(part[key]))?.[key] ?? null;
  return { type: first("type") ?? "", id: first("id"), upn: first("upn"), name: first("name") };
}

const isNamed = ({ id, upn, name }: ActObject): boolean => id !== null || upn !== null || name !== null;

/** Reads the identifier of an object, which is an address, an id, or a name. */
function objectOf(text: string | null): ActObject | null {
  if (text === null || /^not available$/i.test(text)) return null;
  const [, type = "", ofType] = TYPE.exec(text) ?? [];
  const id = toGuid(ofType ?? text);
  const upn = toUpn(text);
  return { type: type.toLowerCase(), id, upn, name: id === null && upn === null ? text : null };
}

/** Reads the objects that a cloud application's row lists beside the record, without the actor. */
function activityObjects(fields: Fields): readonly ActObject[] {
  const listed = readObjects(fields, "ActivityObjects")
    .slice(0, 20)
    .filter((entry) => readText(entry, "Role")?.toLowerCase() !== "actor")
    .map((entry) => {
      const id = readText(entry, "Id");
      const name = readText(entry, "Name");
      return { type: typeName(readText(entry, "Type")), id: toGuid(id), upn: toUpn(name) ?? toUpn(id), name };
    });
  const name = readText(fields, "ObjectName");
  const own = name === null ? [] : [{ ...objectOf(name), type: typeName(readText(fields, "ObjectType")) } as ActObject];
  return [...own, ...listed].filter(isNamed);
}

const typeName = (text: string | null): string => text?.toLowerCase().replace(/[\s_-]/g, "") ?? "";
