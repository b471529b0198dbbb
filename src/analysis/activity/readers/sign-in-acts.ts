import { toGuid, toIdentifier } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readBoolean, readObjects, readText } from "../../../model/rows/row-fields.ts";
import { ipOf } from "../../../model/rows/row-ip.ts";
import { entraCodeOf, isSuccessCode } from "../../detect/behavior/signals/sign-in.ts";
import { type Act, type ActResult, named } from "../act.ts";
import { agentCaller } from "../agent-caller.ts";
import { deviceClassOf } from "../device-class.ts";

/** Entra result codes of a sign-in that goes on with another step, which another row reports. */
const INTERRUPTED: ReadonlySet<string> = new Set([
  "16000",
  "50058",
  "50072",
  "50074",
  "50076",
  "50079",
  "50097",
  "50125",
  "50129",
  "50140",
  "50158",
  "51006",
]);

function resultOf(code: string): ActResult {
  if (isSuccessCode(code)) return "success";
  return INTERRUPTED.has(code) ? "partial" : "failure";
}

export function userSignInAct(row: LogRow): Act | null {
  const { fields } = row;
  const code = entraCodeOf(row);
  if (code === null) return null;
  const isInteractive = row.table === "SigninLogs" && readBoolean(fields, "IsInteractive") !== false;
  return {
    result: resultOf(code),
    code,
    class: "sign_in",
    name: isInteractive ? "interactive" : "non-interactive",
    isInteractive,
    application: named(toIdentifier(readText(fields, "AppId")), readText(fields, "AppDisplayName")),
    resources: apiOf(row),
    device: deviceClassOf(row),
    authentication: methodOf(row),
    callers: row.table === "SigninLogs" ? [] : [agentCaller(row)],
  };
}

/** Returns the methods of the steps that succeeded, or the protocol of a client that has no steps. */
function methodOf({ fields }: LogRow): string | null {
  const methods = new Set<string>();
  for (const step of readObjects(fields, "AuthenticationDetails")) {
    const method = readText(step, "authenticationMethod");
    if (method !== null && readBoolean(step, "succeeded") === true && !/^previously satisfied$/i.test(method)) {
      methods.add(method);
    }
  }
  if (methods.size > 0) return [...methods].sort().join(" + ");
  const client = readText(fields, "ClientAppUsed");
  if (client !== null && /imap|pop3?\b|smtp|basic|exchange activesync|mapi|other clients/i.test(client)) return client;
  return null;
}

function apiOf({ fields }: LogRow) {
  const api = named(toGuid(readText(fields, "ResourceIdentity")), readText(fields, "ResourceDisplayName"), "api:");
  return api === null ? [] : [api];
}

/** Reads the sign-in of a service principal or managed identity. The application is the API that it used. */
export function serviceSignInAct(row: LogRow): Act | null {
  const { fields } = row;
  const code = entraCodeOf(row);
  if (code === null) return null;
  const isManaged = row.table === "AADManagedIdentitySignInLogs";
  const federated = toIdentifier(readText(fields, "FederatedCredentialId"));
  const source = toIdentifier(readText(fields, "SourceAppClientId"));
  const ip = ipOf(row);
  return {
    result: resultOf(code),
    code,
    class: "sign_in",
    name: isManaged ? "managed identity" : "service principal",
    application: named(toGuid(readText(fields, "ResourceIdentity")), readText(fields, "ResourceDisplayName")),
    resources: apiOf(row),
    authentication: readText(fields, "ClientCredentialType") ?? (isManaged ? "managedIdentity" : null),
    credential: toGuid(readText(fields, "ServicePrincipalCredentialKeyId")) ?? federated,
    callers: [federated && `federated:${federated}`, source && `app:${source}`, ip && `ip:${ip}`, agentCaller(row)],
  };
}
