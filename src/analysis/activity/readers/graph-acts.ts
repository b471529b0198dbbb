import type { OperationClass } from "../../../model/identity/activity.ts";
import type { RowActor } from "../../../model/rows/actor.ts";
import { toGuid } from "../../../model/rows/identifiers.ts";
import type { LogRow } from "../../../model/rows/log-row.ts";
import { readNumber, readText } from "../../../model/rows/row-fields.ts";
import { ipOf } from "../../../model/rows/row-ip.ts";
import { type Act, named } from "../act.ts";
import { agentCaller } from "../agent-caller.ts";

const GRAPH = { key: "00000003-0000-0000-c000-000000000000", label: "Microsoft Graph" };
const GRAPH_API = { key: `api:${GRAPH.key}`, label: `api:${GRAPH.label}` };
const METHODS: ReadonlyMap<string, string> = new Map([
  ["0", "public client"],
  ["1", "clientSecret"],
  ["2", "certificate"],
]);

const EXAMINED = 2_048;
const MAX_SEGMENTS = 8;

/** Returns the path of a request without host, version, query and ids: `/users/{id}/messages`. */
export function graphPathOf(uri: string): string {
  const path = uri
    .slice(0, EXAMINED)
    .replace(/^https?:\/\/[^/?#]*/i, "")
    .replace(/[?#].*$/s, "");
  const segments = path.split("/").filter((segment) => segment !== "");
  if (/^(v1\.0|beta)$/i.test(segments[0] ?? "")) segments.shift();
  return `/${segments.slice(0, MAX_SEGMENTS).map(segmentName).join("/")}`;
}

/** The name of a collection or function is a word; everything else is an id. */
function segmentName(segment: string): string {
  const word = segment.replace(/\(.*$/s, "").toLowerCase();
  return /^[$a-z][a-z.]{1,39}\d?$/.test(word) ? word : "{id}";
}

const SECRET = /\/(addpassword|removepassword|addkey|removekey|federatedidentitycredentials|passwordcredentials)\b/;
const ADMIN =
  /^\/(rolemanagement|directoryroles|policies|domains|identity)\b|\/(approleassign[a-z]*|oauth2permissiongrants|owners)\b/;
const EXPORT = /\/(content|export[a-z]*|\$value)$/;
const CLASSES: ReadonlyMap<string, OperationClass> = new Map([
  ["GET", "read"],
  ["HEAD", "read"],
  ["DELETE", "delete"],
  ["POST", "write"],
  ["PUT", "write"],
  ["PATCH", "write"],
]);

function classOf(method: string, path: string): OperationClass {
  if (method === "GET") return EXPORT.test(path) ? "export" : "read";
  if (SECRET.test(path)) return "secret";
  if (ADMIN.test(path)) return "admin";
  return path === "/$batch" ? "execute" : (CLASSES.get(method) ?? "other");
}

/** Reads a request to Microsoft Graph by a service, or by a client in the name of a user. */
export function graphAct(row: LogRow, actor: RowActor): Act | null {
  const { fields } = row;
  const method = readText(fields, "RequestMethod")?.toUpperCase().slice(0, 10) ?? "";
  const path = graphPathOf(readText(fields, "RequestUri") ?? "");
  const status = readNumber(fields, "ResponseStatusCode");
  if (method === "" || status === null) return null;
  const common = {
    result: status < 400 ? "success" : "failure",
    code: String(status),
    class: classOf(method, path),
    name: `${method} ${path}`,
    bytes: readNumber(fields, "ResponseSizeBytes"),
    resources: [GRAPH_API],
  } as const;
  if (actor.kind !== "service") return { ...common, application: named(toGuid(readText(fields, "AppId")), null) };
  const ip = ipOf(row);
  return {
    ...common,
    application: GRAPH,
    authentication: METHODS.get(readText(fields, "ClientAuthMethod") ?? "") ?? null,
    callers: [ip && `ip:${ip}`, agentCaller(row)],
  };
}
