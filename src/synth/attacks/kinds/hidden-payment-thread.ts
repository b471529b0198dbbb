import { deviceOf } from "../../device.ts";
import { messageRows } from "../../rows/email.ts";
import { exchangeActRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, inDepartment, user } from "../attack.ts";
import { readMail } from "../traces.ts";

/** From a clerk's mailbox a supplier's invoice is redirected to another bank account, and a rule hides the thread. */
export const hiddenPaymentThread: Attack = {
  kind: "hidden payment thread",
  hours: 30,
  isSlow: true,
  plan: (scene) => {
    const { at, id } = scene;
    const person = scene.take(inDepartment("Finance"));
    const place = scene.abroad();
    const device = deviceOf("windows");
    const supplier = { name: "Delta Tools", email: "sales@deltatools.example" };
    const lookalike = { name: "Delta Tools", email: "sales@delta-too1s.example" };
    const thread = { senderIp: place.ip, subject: "Re: Invoice 88213, new bank details for payment" };
    return {
      subjects: [user(person)],
      types: ["financial_fraud", "account_compromise"],
      rows: [
        signinRow({
          at: at(0),
          account: person,
          place,
          device,
          app: appOf("Outlook"),
          factor: "none",
          session: id("session"),
        }),
        ...readMail(scene, { person, ip: place.ip, count: 15, from: 6, step: 3, client: "Client=OWA;" }),
        ...exchangeActRows({
          at: at(60),
          account: person,
          seat: { place, device },
          operation: "New-InboxRule",
          parameters: {
            Name: "..",
            From: "sales@deltatools.example;sales@delta-too1s.example",
            MoveToFolder: "RSS Subscriptions",
            MarkAsRead: "True",
            StopProcessingRules: "True",
          },
        }),
        ...messageRows({ ...thread, id: id("1"), at: at(75), from: person, to: supplier }),
        ...messageRows({
          ...thread,
          id: id("2"),
          at: at(700),
          from: lookalike,
          to: person,
          more: { IsFirstContact: true },
        }),
        ...messageRows({
          ...thread,
          id: id("3"),
          at: at(1_450),
          from: lookalike,
          to: person,
          subject: "Urgent: payment of invoice 88213 today",
        }),
        ...messageRows({ ...thread, id: id("4"), at: at(1_500), from: person, to: lookalike }),
      ],
    };
  },
};
