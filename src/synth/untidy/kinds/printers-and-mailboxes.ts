import { COMPANY_DOMAIN } from "../../account.ts";
import { deviceOf } from "../../device.ts";
import { HOUR_MS, shift } from "../../moment.ts";
import { officeRow } from "../../rows/office.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { JOBS } from "../extra-accounts.ts";
import { lastingPeople, officeTime, type UntidyKind } from "../untidy-kind.ts";

const SHARED = `info@${COMPANY_DOMAIN}`;

/** A scanner that sends by SMTP AUTH with a password, and a mailbox that a team shares. */
export const printersAndMailboxes: UntidyKind = {
  name: "printers and mailboxes",
  rowsOn: (day) => {
    const { organization, date, random } = day;
    const { office } = organization.crew.desk;
    const scans = Array.from({ length: 9 }, (_, hour) =>
      signinRow({
        at: shift(date, (7 + hour) * HOUR_MS + random.int(0, 3_000_000)),
        account: JOBS.printer,
        place: office,
        device: deviceOf("script"),
        app: appOf("Office 365 Exchange Online"),
        factor: "none",
        more: { ClientAppUsed: "Authenticated SMTP", UserAgent: "" },
      }),
    );
    const team = lastingPeople(day, 5).filter((person) => day.atWork.includes(person));
    const shared = team.flatMap((person) =>
      ["MailItemsAccessed", "SendAs"].map((operation) =>
        officeRow({
          at: officeTime(day, person),
          account: person,
          ip: person.office.ip,
          workload: "Exchange",
          recordType: operation === "SendAs" ? "ExchangeItem" : "ExchangeItemAggregated",
          operation,
          more: {
            MailboxOwnerUPN: SHARED,
            Logon_Type: "Delegated",
            SendAsUserSmtp: SHARED,
            ClientInfoString: "Client=OWA;",
          },
        }),
      ),
    );
    return [...scans, ...shared];
  },
};
