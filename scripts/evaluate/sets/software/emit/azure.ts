import type { Log } from "../lib/log.ts";
import { iso } from "../lib/time.ts";
import type { Principal, Resource, Subscription } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import type { Spot } from "../org/places.ts";
import { isPerson, tenantId } from "./entra.ts";

export interface Operation {
  /** The operation in its usual notation, such as Microsoft.Compute/virtualMachines/delete. */
  op: string;
  by: Person | Principal;
  on: Resource | { id: string; group: string; subscription: Subscription };
  from?: Spot | undefined;
  body?: unknown;
  status?: "Success" | "Failure";
  code?: string;
  /** Only the last row, as for reads and actions that end at once. */
  short?: boolean;
  hierarchy?: string;
  category?: string;
}

/** An operation in Azure: a row when it starts and one when it ends. */
export const azure = (log: Log, time: number, o: Operation): string[] => {
  const { r } = log;
  const correlation = r.uuid();
  const from = o.from ?? (isPerson(o.by) ? o.by.home : o.by.spot());
  const status = o.status ?? "Success";
  const claims: Record<string, unknown> = isPerson(o.by)
    ? { aud: "https://management.core.windows.net/", iss: `https://sts.windows.net/${tenantId}/`, ipaddr: from.ip,
      name: o.by.name, "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn": o.by.upn,
      "http://schemas.microsoft.com/identity/claims/objectidentifier": o.by.id, idtyp: "user" }
    : { aud: "https://management.azure.com/", appid: o.by.appId, idtyp: "app",
      "http://schemas.microsoft.com/identity/claims/objectidentifier": o.by.id };
  const states = o.short || status === "Failure" ? [status] : ["Start", status];
  return states.map((state, i) => log.add("AzureActivity", time + i * r.int(900, 30_000), {
    EventDataId: r.uuid(), CorrelationId: correlation, OperationId: correlation, OperationNameValue: o.op.toUpperCase(),
    CategoryValue: o.category ?? "Administrative", ActivityStatusValue: state,
    ActivitySubstatusValue: state === "Start" ? "" : status === "Failure" ? o.code ?? "Forbidden" : "OK",
    Caller: isPerson(o.by) ? (r.chance(0.03) ? o.by.upn.toUpperCase() : o.by.upn) : o.by.id,
      CallerIpAddress: r.chance(0.02) ? undefined : from.ip,
    Level: status === "Failure" && state !== "Start" ? "Error" : "Informational",
    ResourceId: r.chance(0.1) ? o.on.id.toLowerCase() : o.on.id, _ResourceId: o.on.id.toLowerCase(),
    ResourceGroup: o.on.group, SubscriptionId: o.on.subscription.id,
    ResourceProviderValue: (o.op.split("/")[0] ?? "").toUpperCase(),
    Hierarchy: o.hierarchy ?? `${tenantId}/mg-brightkiln/${o.on.subscription.id}`,
    Authorization: JSON.stringify({ action: o.op, scope: o.on.id }), Claims: JSON.stringify(claims),
    HTTPRequest: JSON.stringify({ clientRequestId: r.uuid(), clientIpAddress: from.ip,
      method: /delete$/i.test(o.op) ? "DELETE" : /action$/i.test(o.op) ? "POST" : "PUT" }),
    Properties: JSON.stringify({ eventCategory: o.category ?? "Administrative", entity: o.on.id, message: o.op,
      statusCode: status === "Failure" ? "Forbidden" : "OK",
      ...(o.body === undefined ? {} : { requestbody: JSON.stringify(o.body) }) }),
    EventSubmissionTimestamp: iso(time + r.int(60, 600) * 1000),
  }));
};

/** A resource that the plan of the organization does not have. */
export const madeUp = (
  subscription: Subscription, group: string, path: string,
): { id: string; group: string; subscription: Subscription } => ({
  id: path === "" ? `/subscriptions/${subscription.id}${group === "" ? "" : `/resourceGroups/${group}`}`
    : `/subscriptions/${subscription.id}/resourceGroups/${group}/providers/${path}`,
  group, subscription,
});

const roleIds: Record<string, string> = {
  Owner: "8e3af657-a8ff-443c-a75c-2fe8c4bcb635", Contributor: "b24988ac-6180-42a0-ab88-20f7382dd24c",
  Reader: "acdd72a7-3385-48ef-bd42-f606fba81ae7", "User Access Administrator": "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
  "Key Vault Secrets User": "4633458b-17de-408a-b874-0445c86b69e6",
  "Storage Blob Data Reader": "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
  "Virtual Machine Contributor": "9980e02c-c2be-4d73-94e8-173b1dc7cf3c",
};

export const azureRoleId = (name: string): string => roleIds[name] ?? "b24988ac-6180-42a0-ab88-20f7382dd24c";

export const grant = (
  log: Log, time: number, by: Person | Principal, principalId: string, principalType: string, role: string,
  subscription: Subscription, from?: Spot, group = "",
): string[] => {
  const scope = madeUp(subscription, group, "").id;
  return azure(log, time, {
    op: "Microsoft.Authorization/roleAssignments/write", by, from,
    on: { id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${log.r.uuid()}`, group, subscription },
    body: { Id: log.r.uuid(), Properties: { PrincipalId: principalId, PrincipalType: principalType,
      RoleDefinitionId: `${madeUp(subscription, "", "").id}/providers/Microsoft.Authorization/roleDefinitions/` +
        azureRoleId(role), Scope: scope } },
  });
};
