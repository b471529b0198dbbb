import { ELSEWHERE } from "../place.ts";
import { signinRow } from "../rows/signin.ts";
import { synthId } from "../synth-id.ts";
import { appOf } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** Two days at a trade fair abroad with the usual laptop: unusual, but harmless, so it makes no case. */
export const businessTrip: Scenario = {
  name: "business trip",
  department: "Marketing",
  daysAgo: 5,
  localHour: 20,
  rowsOf: ({ person, at }) => {
    const session = synthId(0, "session", "business trip");
    const usual = { account: person, place: ELSEWHERE.lisbon, device: person.laptop, session, app: appOf("Outlook") };
    return [0, 720, 790, 1500].map((minute) => signinRow({ ...usual, at: at(minute), factor: "satisfied" }));
  },
};
