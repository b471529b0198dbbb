import { toGuid } from "../../model/rows/identifiers.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { readFirst } from "../../model/rows/row-fields.ts";
import { azureOperationOf } from "../detect/behavior/signals/azure-operation.ts";
import type { ActRecord } from "./act-record.ts";

/** Returns the action of an operation on cloud resources that has succeeded. */
export function azureOperation(row: LogRow): string | null {
  const operation = azureOperationOf(row);
  return operation?.isDone === true ? operation.action : null;
}

const BODIES = ["Properties", "Properties_d"].flatMap((root) =>
  ["requestbody", "responseBody", "responsebody"].map((body) => `${root}.${body}`),
);

/** Returns the places where a request or response can have a property, in both of the spellings that occur. */
const pathsOf = (name: string): readonly string[] =>
  BODIES.flatMap((body) => [
    `${body}.Properties.${name}`,
    `${body}.properties.${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  ]);

const PRINCIPAL = pathsOf("PrincipalId");
const ROLE = pathsOf("RoleDefinitionId");

export function readAzureRecord(row: LogRow, operation: string): ActRecord {
  const principal = toGuid(readFirst(row.fields, PRINCIPAL));
  const role = readFirst(row.fields, ROLE)?.split("/").at(-1) ?? null;
  const resource = azureOperationOf(row)?.resource ?? null;
  return {
    operation,
    objects: [
      ...(principal === null ? [] : [{ type: "user", id: principal, upn: null, name: null }]),
      { type: "role", id: null, upn: null, name: role ?? resource },
    ],
    properties: new Map(),
    parameters: new Map(),
    isCommand: false,
    isByPim: false,
    remark: "",
    ownDomains: [],
  };
}
