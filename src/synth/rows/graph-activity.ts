import type { Fields } from "../../model/fields.ts";
import type { Account, ServiceAccount } from "../account.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface GraphCall {
  readonly at: Date;
  readonly service: ServiceAccount;
  /** The user the application acts for; absent if it acts as itself. */
  readonly account?: Account;
  readonly ip: string;
  readonly method?: string;
  readonly path: string;
  readonly status?: number;
  readonly more?: Fields;
}

export const graphActivityRow = (call: GraphCall): SynthRow =>
  toRow({
    table: "MicrosoftGraphActivityLogs",
    at: call.at,
    idColumn: "RequestId",
    fields: {
      AppId: call.service.appId,
      ServicePrincipalId: call.account ? "" : call.service.objectId,
      UserId: call.account?.objectId ?? "",
      ApiVersion: "v1.0",
      IPAddress: call.ip,
      RequestMethod: call.method ?? "GET",
      RequestUri: `https://graph.microsoft.com/v1.0${call.path}`,
      ResponseStatusCode: call.status ?? 200,
    },
    more: call.more,
  });
