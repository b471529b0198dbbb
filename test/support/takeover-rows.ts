export type Row = Readonly<Record<string, unknown>>;

const MINUTE_MS = 60_000;

/** Rows of a user who denies MFA prompts repeatedly, approves one, and of an inbox rule that then forwards the mail. */
export function takeoverRows(
  upn: string,
  now: Date,
): { readonly signIns: readonly Row[]; readonly mailbox: readonly Row[] } {
  const at = (minutesAgo: number): string => new Date(now.getTime() - minutesAgo * MINUTE_MS).toISOString();
  const signIn = (minutesAgo: number, fields: Row): Row => ({
    TimeGenerated: at(minutesAgo),
    UserPrincipalName: upn,
    UserDisplayName: "Maya Ito",
    AppDisplayName: "Office 365 Exchange Online",
    IPAddress: "203.0.113.50",
    Id: `sign-in-${minutesAgo}`,
    _ItemId: `item-sign-in-${minutesAgo}`,
    ...fields,
  });
  const denied = {
    ResultType: "500121",
    ResultDescription: "Authentication failed during strong authentication request.",
  };
  const details = [{ authenticationMethod: "Mobile app notification", succeeded: true }];
  const gaveIn = {
    ResultType: "0",
    AuthenticationRequirement: "multiFactorAuthentication",
    AuthenticationDetails: JSON.stringify(details),
  };
  return {
    signIns: [...Array.from({ length: 12 }, (_, n) => signIn(59 - n * 0.3, denied)), signIn(53, gaveIn)],
    mailbox: [
      {
        TimeGenerated: at(45),
        OfficeWorkload: "Exchange",
        RecordType: "ExchangeAdmin",
        Operation: "New-InboxRule",
        UserId: upn,
        ClientIP: "203.0.113.50",
        OfficeId: "mailbox-rule-1",
        Parameters: JSON.stringify([
          { Name: "Name", Value: "." },
          { Name: "ForwardTo", Value: "collector@elsewhere.example" },
          { Name: "DeleteMessage", Value: "True" },
          { Name: "SubjectOrBodyContainsWords", Value: "invoice;payment" },
        ]),
        _ItemId: "item-mailbox-rule-1",
      },
    ],
  };
}
