import type { Fields } from "../../model/fields.ts";
import { type Account, COMPANY_REALM } from "../account.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface WindowsEvent {
  readonly at: Date;
  readonly computer: string;
  readonly eventId: number;
  readonly activity: string;
  /** The account that acts. */
  readonly subject?: Account | undefined;
  /** The account that is changed or logs on. */
  readonly target?: Account | undefined;
  readonly more?: Fields;
}

const accountName = (account: Account): string => `${COMPANY_REALM}\\${account.sam}`;

/** Creates the row of an event of the Security channel. */
export const securityEventRow = (event: WindowsEvent): SynthRow =>
  toRow({
    table: "SecurityEvent",
    at: event.at,
    idColumn: "EventRecordId",
    fields: {
      Computer: `${event.computer}.northwind.example`,
      Channel: "Security",
      EventSourceName: "Microsoft-Windows-Security-Auditing",
      EventID: event.eventId,
      Activity: `${event.eventId} - ${event.activity}`,
      Level: "0",
      AccountType: "User",
      ...(event.subject && subjectOf(event.subject)),
      ...(event.target && targetOf(event.target)),
      Account: accountNameOf(event),
    },
    more: event.more,
  });

const accountNameOf = ({ subject, target }: WindowsEvent): string => {
  const account = subject ?? target;
  return account ? accountName(account) : "";
};

const subjectOf = (account: Account): Fields => ({
  SubjectAccount: accountName(account),
  SubjectUserName: account.sam,
  SubjectDomainName: COMPANY_REALM,
  SubjectUserSid: account.sid,
});

const targetOf = (account: Account): Fields => ({
  TargetAccount: accountName(account),
  TargetUserName: account.sam,
  TargetDomainName: COMPANY_REALM,
  TargetUserSid: account.sid,
});

export interface WindowsLogon {
  readonly at: Date;
  readonly computer: string;
  readonly account: Account;
  readonly ip: string;
  /** 2 at the keyboard, 3 over the network, 10 by remote desktop. */
  readonly type?: number;
  readonly failed?: boolean;
}

export const logonRow = ({ at, computer, account, ip, type = 3, failed = false }: WindowsLogon): SynthRow =>
  securityEventRow({
    at,
    computer,
    eventId: failed ? 4625 : 4624,
    activity: failed ? "An account failed to log on." : "An account was successfully logged on.",
    target: account,
    more: {
      LogonType: type,
      LogonProcessName: failed ? "NtLmSsp " : "Kerberos",
      AuthenticationPackageName: failed ? "NTLM" : "Kerberos",
      IpAddress: ip,
      ...(failed && { Status: "0xc000006d", SubStatus: "0xc000006a", FailureReason: "%%2313" }),
    },
  });

/** Renders event data without a column of its own as the EventData XML. */
export const eventDataOf = (facts: Readonly<Record<string, string>>): string => {
  const data = Object.entries(facts).map(([name, value]) => `<Data Name="${name}">${value}</Data>`);
  return `<EventData xmlns="http://schemas.microsoft.com/win/2004/08/events/event">${data.join("")}</EventData>`;
};
