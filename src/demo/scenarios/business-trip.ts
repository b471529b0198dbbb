import { demoId } from "../demo-id.ts";
import { ELSEWHERE } from "../place.ts";
import { signinRow } from "../rows/signin.ts";
import { appOf } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** Two days at a fair abroad with the usual laptop: unusual, and harmless. */
export const businessTrip: Scenario = {
  name: "business trip",
  department: "Marketing",
  daysAgo: 5,
  localHour: 20,
  decision: { outcome: "SAFE", comment: "On a business trip, confirmed by the manager." },
  tell: ({ lead, at }) => {
    const session = demoId(0, "session", "business trip");
    const usual = { account: lead, place: ELSEWHERE.lisbon, device: lead.laptop, session, app: appOf("Outlook") };
    return [0, 720, 790, 1500].map((minute) => signinRow({ ...usual, at: at(minute), factor: "satisfied" }));
  },
};
