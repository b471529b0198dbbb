import type { Fields } from "../../model/fields.ts";
import { type Account, COMPANY_REALM } from "../account.ts";
import type { Place } from "../place.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface IdentityAct {
  readonly at: Date;
  readonly account: Account;
  readonly action: string;
  readonly ip: string;
  readonly deviceName?: string;
  /** The server that received the request. */
  readonly destination?: string;
  readonly more?: Fields;
}

const commonFields = ({ account, action, ip, deviceName = "", destination = "dc01" }: IdentityAct): Fields => ({
  AccountUpn: account.email,
  AccountObjectId: account.objectId,
  AccountSid: account.sid,
  AccountName: account.sam,
  AccountDomain: COMPANY_REALM,
  AccountDisplayName: account.name,
  ActionType: action,
  Application: "Active Directory",
  IPAddress: ip,
  DeviceName: deviceName,
  DestinationDeviceName: destination,
});

export const identityLogonRow = (act: IdentityAct & { readonly place?: Place }): SynthRow =>
  toRow({
    table: "IdentityLogonEvents",
    at: act.at,
    idColumn: "ReportId",
    fields: {
      ...commonFields(act),
      LogonType: "Credentials validation",
      Protocol: "Kerberos",
      ...(act.place && { Location: act.place.country }),
    },
    more: act.more,
  });

export interface DirectoryQuery extends IdentityAct {
  readonly query: string;
  readonly queryType: string;
  readonly queryTarget: string;
}

export const identityQueryRow = (act: DirectoryQuery): SynthRow =>
  toRow({
    table: "IdentityQueryEvents",
    at: act.at,
    idColumn: "ReportId",
    fields: {
      ...commonFields(act),
      Protocol: act.action.startsWith("SAMR") ? "Samr" : "Ldap",
      Query: act.query,
      QueryType: act.queryType,
      QueryTarget: act.queryTarget,
    },
    more: act.more,
  });

export const identityDirectoryRow = (act: IdentityAct & { readonly target?: Account }): SynthRow =>
  toRow({
    table: "IdentityDirectoryEvents",
    at: act.at,
    idColumn: "ReportId",
    fields: {
      ...commonFields(act),
      ...(act.target && { TargetAccountUpn: act.target.email, TargetAccountDisplayName: act.target.name }),
    },
    more: act.more,
  });
