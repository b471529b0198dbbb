import { accountOf } from "../../account.ts";
import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { type Attack, host } from "../attack.ts";

/** The key that protects the token-signing certificate is read from the directory by an account that is not the service's. */
export const signingKeyRead: Attack = {
  kind: "signing key read",
  hours: 2,
  plan: (scene) => {
    const { at } = scene;
    const reader = { ...accountOf("srv-web-03@northwind.example"), sam: "SRV-WEB-03$" };
    const facts = {
      ObjectServer: "DS",
      ObjectType: "%{5cb41ed0-0e4c-11d0-a286-00aa003049e2}",
      ObjectName: "CN=b9a1,CN=ADFS,CN=Microsoft,CN=Program Data,DC=northwind,DC=example",
      OperationType: "Object Access",
      AccessMask: "0x10",
      Properties: "%%7684 {77b5b886-944a-11d1-aebd-0000f80367c1} {8d3bca50-1d7e-11d0-a081-00aa006c33ed}",
    };
    return {
      subjects: [host("SRV-WEB-03")],
      types: ["privilege_escalation", "account_compromise"],
      rows: [0, 0.3].map((minute) =>
        securityEventRow({
          at: at(minute),
          computer: "dc01",
          eventId: 4662,
          activity: "An operation was performed on an object.",
          subject: reader,
          more: { ...facts, AccountType: "Machine", EventData: eventDataOf(facts) },
        }),
      ),
    };
  },
};
