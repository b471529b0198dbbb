import { deviceOf } from "../../device.ts";
import { exchangeActRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

/** The Exchange administrator's account, used from abroad, searches all mailboxes and exports what it finds. */
export const mailboxExport: Attack = {
  kind: "mailbox export",
  hours: 3,
  plan: (scene) => {
    const { at, organization } = scene;
    const account = organization.crew.exchange;
    const place = scene.abroad();
    const device = deviceOf("windows");
    const chief = organization.staff[0] ?? account;
    const acts: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [
        "Add-MailboxPermission",
        { Identity: chief.email, User: account.email, AccessRights: "FullAccess", AutoMapping: "False" },
      ],
      [
        "New-ComplianceSearch",
        { Name: "q3", ExchangeLocation: "All", ContentMatchQuery: "password OR contract OR merger" },
      ],
      ["Start-ComplianceSearch", { Identity: "q3" }],
      ["New-ComplianceSearchAction", { SearchName: "q3", Export: "True", Format: "FxStream" }],
    ];
    return {
      subjects: [user(account)],
      types: ["data_exfiltration", "account_compromise"],
      rows: [
        signinRow({ at: at(0), account, place, device, app: appOf("Exchange Admin Center"), factor: "none" }),
        ...acts.flatMap(([operation, parameters], index) =>
          exchangeActRows({ at: at(8 + index * 7), account, seat: { place, device }, operation, parameters }),
        ),
      ],
    };
  },
};
