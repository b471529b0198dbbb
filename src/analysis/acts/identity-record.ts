import { toUpn } from "../../model/rows/identifiers.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { readFirst, readText } from "../../model/rows/row-fields.ts";
import type { ActRecord } from "./act-record.ts";
import { toOperationName } from "./operation-name.ts";

/** Returns the normalized name of what the sensor of a domain controller reports. */
export function identityOperation({ fields }: LogRow): string | null {
  const action = readText(fields, "ActionType");
  return action === null ? null : toOperationName(action);
}

const GROUPS = ["TO.GROUP", "FROM.GROUP"] as const;

export function readIdentityRecord({ fields }: LogRow, operation: string): ActRecord {
  const upn = toUpn(readText(fields, "TargetAccountUpn"));
  const name = readFirst(fields, ["TargetAccountDisplayName", "AdditionalFields.TARGET_OBJECT.USER"]);
  return {
    operation,
    objects: upn === null && name === null ? [] : [{ type: "user", id: null, upn, name }],
    properties: new Map(),
    parameters: new Map(
      GROUPS.flatMap((group): [string, string][] => {
        const text = readText(fields, `AdditionalFields.${group}`);
        return text === null ? [] : [[group.toLowerCase(), text]];
      }),
    ),
    isCommand: false,
    isByPim: false,
    remark: "",
    ownDomains: [],
  };
}
