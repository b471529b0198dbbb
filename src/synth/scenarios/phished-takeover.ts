import { deviceOf } from "../device.ts";
import { fileOf, siteOf } from "../habits/files.ts";
import { ELSEWHERE } from "../place.ts";
import { cloudAppRow } from "../rows/cloud-app.ts";
import { type Message, messageRows, postDeliveryRow, urlClickRow } from "../rows/email.ts";
import { fileRow, inboxRuleRow } from "../rows/office.ts";
import { userRiskRow } from "../rows/risk.ts";
import { signinRow } from "../rows/signin.ts";
import { synthId } from "../synth-id.ts";
import { appOf } from "../world.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

const URL = "https://login-northwind.example/session/renew";

/** A clicked link, a sign-in from abroad, a rule that forwards mail, and downloaded files. */
export const phishedTakeover: Scenario = {
  name: "phished takeover",
  department: "Finance",
  daysAgo: 3,
  localHour: 10,
  verdict: { outcome: "ESCALATED", comment: "Handed to the incident team." },
  rowsOf: (context) => {
    const { person, at } = context;
    const place = ELSEWHERE.bucharest;
    const device = deviceOf("linux");
    const session = synthId(0, "session", "phished takeover");
    const message = letterOf(context);
    const rule = {
      Name: ".",
      ForwardTo: "smtp:collector@mail-drop.example",
      DeleteMessage: "True",
      MarkAsRead: "True",
    };
    return [
      ...messageRows(message),
      urlClickRow({
        at: at(11),
        account: person,
        message,
        url: URL,
        ip: person.home.ip,
        clickedThrough: true,
        threat: "Phish",
      }),
      signinRow({
        at: at(32),
        account: person,
        place,
        device,
        app: appOf("Outlook"),
        session,
        factor: "none",
        more: { RiskLevelDuringSignIn: "high", RiskState: "atRisk" },
      }),
      userRiskRow({ at: at(33), account: person, place, type: "unfamiliarFeatures", level: "high" }),
      inboxRuleRow({ at: at(47), account: person, ip: place.ip, parameters: rule }),
      cloudAppRow({
        at: at(47.1),
        account: person,
        place,
        device,
        application: "Microsoft Exchange Online",
        action: "New-InboxRule",
        object: { type: "Rule", name: "." },
      }),
      ...carryOut(context, place.ip),
      postDeliveryRow({ at: at(260), message }),
    ];
  },
};

function letterOf({ person, at }: ScenarioContext): Message {
  return {
    id: synthId(0, "message", "phished takeover"),
    at: at(0),
    from: { name: "IT Service Desk", email: "servicedesk@login-northwind.example" },
    to: person,
    subject: "Action required: your session has expired",
    senderIp: "198.51.100.230",
    url: URL,
    more: { IsFirstContact: true, AuthenticationDetails: JSON.stringify({ SPF: "fail", DKIM: "none", DMARC: "fail" }) },
  };
}

function carryOut({ person, random, at }: ScenarioContext, ip: string) {
  const site = siteOf(person.department.name);
  return Array.from({ length: 140 }, (_, index) =>
    fileRow({
      at: at(62 + index * 0.06),
      account: person,
      ip,
      device: deviceOf("linux"),
      operation: "FileDownloaded",
      site,
      file: `${index} ${fileOf(random, person.department.workstreams)}`,
    }),
  );
}
