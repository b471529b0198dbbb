import type { OperationClass } from "../../../model/identity/activity.ts";
import type { RowActor } from "../../../model/rows/actor.ts";
import { toGuid } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readFirst } from "../../../model/rows/row-fields.ts";
import { azureOperationOf } from "../../detect/behavior/signals/azure-operation.ts";
import type { Act, Named } from "../act.ts";

const LIST_SECRETS = /\/list[a-z]*(keys?|secrets?|credentials?|sas|connectionstrings)\/action$/;
const SECRET = /regeneratekey|vaults\/(secrets|keys|certificates)\//;
const EXPORT_ACTION = /\/export[a-z]*\/action$/;
const EXPORT = /begingetaccess|\/backup\/action$|getsnapshot/;

function classOf(action: string): OperationClass {
  if (LIST_SECRETS.test(action) || SECRET.test(action)) return "secret";
  if (EXPORT_ACTION.test(action) || EXPORT.test(action)) return "export";
  if (action.endsWith("/read")) return "read";
  if (action.startsWith("microsoft.authorization/")) return "admin";
  if (action.endsWith("/delete")) return "delete";
  if (action.endsWith("/write")) return "write";
  return action.endsWith("/action") ? "execute" : "other";
}

const GROUP = /^\/subscriptions\/([^/]{1,64})\/resourcegroups\/([^/]{1,90})/;
const SUBSCRIPTION = /^\/subscriptions\/([^/]{1,64})/;

/** The kinds of resources that hold data, by the type in their id. */
const DATA_STORES: readonly (readonly [string, RegExp])[] = [
  ["vault", /\/providers\/microsoft\.keyvault\/vaults\/([^/]{1,64})/],
  ["storage", /\/providers\/microsoft\.storage\/storageaccounts\/([^/]{1,64})/],
  [
    "database",
    /\/providers\/microsoft\.(?:sql|dbforpostgresql|dbformysql|documentdb|synapse)\/[a-z]{1,40}\/([^/]{1,128})/,
  ],
];

function resourcesOf(id: string): readonly Named[] {
  const stores = DATA_STORES.flatMap(([kind, pattern]) => {
    const name = pattern.exec(id)?.[1];
    return name === undefined ? [] : [{ key: `${kind}:${name}`, label: `${kind}:${name}` }];
  });
  const [, subscription = "", group] = GROUP.exec(id) ?? SUBSCRIPTION.exec(id) ?? [];
  if (group !== undefined) {
    return [...stores, { key: `resource_group:${subscription}/${group}`, label: `resource_group:${group}` }];
  }
  return subscription === ""
    ? stores
    : [{ key: `subscription:${subscription}`, label: `subscription:${subscription}` }];
}

/** Reads an operation on cloud resources; the rows of its start and acceptance are steps. */
export function azureAct(row: LogRow, actor: RowActor): Act | null {
  const { fields } = row;
  const operation = azureOperationOf(row);
  if (operation === null) return null;
  const status = readFirst(fields, ["ActivityStatusValue", "ActivityStatus"])?.toLowerCase() ?? "";
  const isFailure = /^fail/.test(status);
  // The client of a service is the service itself.
  const client = actor.kind === "service" ? null : toGuid(readFirst(fields, ["Claims_d.appid", "Claims.appid"]));
  return {
    result: operation.isDone ? "success" : isFailure ? "failure" : "partial",
    code: readFirst(fields, ["ActivitySubstatusValue", "ActivitySubstatus"]) ?? status,
    class: classOf(operation.action),
    name: operation.action,
    application: client === null ? { key: "azure", label: "Azure" } : { key: client, label: client },
    resources: resourcesOf(operation.resource ?? ""),
  };
}
