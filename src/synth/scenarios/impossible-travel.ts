import { deviceOf } from "../device.ts";
import { ELSEWHERE } from "../place.ts";
import { anomalyRow, behaviorRow } from "../rows/behavior.ts";
import { officeRow } from "../rows/office.ts";
import { signinRow } from "../rows/signin.ts";
import { synthId } from "../synth-id.ts";
import { appOf } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** A stolen session is used half a world away while its owner still works. */
export const impossibleTravel: Scenario = {
  name: "impossible travel",
  department: "Marketing",
  daysAgo: 4,
  localHour: 11,
  rowsOf: ({ person, at }) => {
    const place = ELSEWHERE.hanoi;
    const session = synthId(0, "session", "impossible travel");
    const app = appOf("Outlook");
    const theirs = { account: person, place, device: deviceOf("linux"), session, app };
    return [
      signinRow({
        account: person,
        place: person.home,
        device: person.laptop,
        session,
        app,
        at: at(0),
        factor: "satisfied",
      }),
      signinRow({ ...theirs, at: at(24) }),
      signinRow({ ...theirs, at: at(31), app: appOf("SharePoint") }),
      behaviorRow({
        at: at(33),
        account: person,
        place,
        activity: "LogOn",
        action: "Sign-in",
        seenIn: "SigninLogs",
        sourceId: synthId(0, "behavior", "impossible travel"),
        priority: 6,
        more: {
          ActivityInsights: {
            FirstTimeUserConnectedFromCountry: "True",
            CountryUncommonlyConnectedFromInTenant: "True",
          },
        },
      }),
      anomalyRow({
        at: at(52),
        account: person,
        place,
        template: "Anomalous sign-in location",
        description: "A session went on from a country that nobody of the organization uses.",
        tactics: "InitialAccess",
        techniques: "T1078",
        score: 0.91,
      }),
      officeRow({
        at: at(40),
        account: person,
        ip: place.ip,
        workload: "Exchange",
        recordType: "ExchangeItemGroup",
        operation: "Send",
        more: { AppAccessContext: { AADSessionId: session }, ClientInfoString: "Client=OWA;" },
      }),
    ];
  },
};
