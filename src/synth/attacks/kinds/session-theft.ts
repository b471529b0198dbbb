import { deviceOf } from "../../device.ts";
import { messageRows, urlClickRow } from "../../rows/email.ts";
import { exchangeActRows } from "../../rows/reported-act.ts";
import { nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";
import { readMail } from "../traces.ts";

const CLAIM = JSON.stringify([
  {
    authenticationMethod: "Previously satisfied",
    succeeded: true,
    authenticationStepResultDetail: "MFA requirement satisfied by claim in the token",
  },
]);

/** A proxy page steals a session that passed the second factor; the mailbox is read, and a rule hides the replies. */
export const sessionTheft: Attack = {
  kind: "session theft",
  hours: 4,
  plan: (scene) => {
    const { at, random, id } = scene;
    const person = scene.take();
    const proxy = scene.abroad();
    const hideout = { ...proxy, ip: scene.address() };
    const device = deviceOf("windows");
    const url = `https://sharepoint-docs.example/s/${random.int(1_000, 9_999)}`;
    const message = {
      id: id("message"),
      at: at(0),
      from: { name: "Scanner", email: "noreply@sharepoint-docs.example" },
      to: person,
      subject: "Document shared with you",
      senderIp: scene.address(),
      url,
    };
    const session = id("session");
    const theirs = { account: person, device, session };
    return {
      subjects: [user(person)],
      types: ["account_compromise", "data_exfiltration"],
      rows: [
        ...messageRows(message),
        urlClickRow({ at: at(7), account: person, message, url, ip: person.home.ip, clickedThrough: true }),
        signinRow({ ...theirs, at: at(9), place: proxy, app: appOf("OfficeHome"), factor: "satisfied" }),
        signinRow({
          ...theirs,
          at: at(31),
          place: hideout,
          app: appOf("Outlook"),
          more: { AuthenticationDetails: CLAIM },
        }),
        ...[40, 55, 80].map((minute) =>
          nonInteractiveSigninRow({ ...theirs, at: at(minute), place: hideout, app: appOf("Outlook") }),
        ),
        ...readMail(scene, {
          person,
          ip: hideout.ip,
          count: 35,
          from: 42,
          step: 1.5,
          client: "Client=OWA;Action=ViaProxy",
        }),
        ...exchangeActRows({
          at: at(70),
          account: person,
          seat: { place: hideout, device },
          operation: "New-InboxRule",
          parameters: {
            Name: random.pick([".", "..", "a"]),
            SubjectOrBodyContainsWords: "hack;phish;password;suspicious",
            DeleteMessage: "True",
            StopProcessingRules: "True",
          },
        }),
        ...random.sample(scene.organization.staff, 18).flatMap((to, index) =>
          messageRows({
            ...message,
            id: id(`sent ${index}`),
            at: at(95 + index * 0.2),
            from: person,
            to,
            senderIp: hideout.ip,
          }),
        ),
      ],
    };
  },
};
