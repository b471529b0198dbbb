import { deviceOf } from "../device.ts";
import { ELSEWHERE } from "../place.ts";
import { userRiskRow } from "../rows/risk.ts";
import { FAILURES, signinRow } from "../rows/signin.ts";
import { synthId } from "../synth-id.ts";
import { appOf } from "../world.ts";
import type { Scenario } from "./scenario.ts";

/** One password is tried on many accounts from one address and works for one of them. */
export const passwordSpray: Scenario = {
  name: "password spray",
  department: "Logistics",
  daysAgo: 5,
  localHour: 3,
  rowsOf: ({ person, world, random, at }) => {
    const place = ELSEWHERE.chisinau;
    const device = deviceOf("script");
    const others = random.sample(
      world.people.filter((other) => other !== person && other.isActive),
      44,
    );
    const attempt = { place, device, app: appOf("Azure CLI"), factor: "none" as const };
    return [
      ...others.map((account, index) =>
        signinRow({ ...attempt, account, at: at(index * 0.8), failure: FAILURES.wrongPassword }),
      ),
      signinRow({ ...attempt, account: person, at: at(30.3), failure: FAILURES.wrongPassword }),
      signinRow({ ...attempt, account: person, at: at(41), session: synthId(0, "session", "password spray") }),
      userRiskRow({ at: at(42), account: person, place, type: "passwordSpray", level: "high" }),
      signinRow({ ...attempt, account: person, at: at(44), app: appOf("Azure Portal") }),
    ];
  },
};
