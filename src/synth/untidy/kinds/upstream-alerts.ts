import { anomalyRow, behaviorRow } from "../../rows/behavior.ts";
import { userRiskRow } from "../../rows/risk.ts";
import { synthId } from "../../synth-id.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

const RISKS = [
  { type: "unfamiliarFeatures", level: "low" },
  { type: "anonymizedIPAddress", level: "low" },
  { type: "unlikelyTravel", level: "medium" },
  { type: "unfamiliarFeatures", level: "medium" },
] as const;

/** Alerts of other products that turn out to be nothing: risks of low and medium level, scores, anomalies. */
export const upstreamAlerts: UntidyKind = {
  name: "upstream alerts",
  rowsOn: (day) => {
    const { random, organization, atWork } = day;
    const count = Math.max(1, Math.round(organization.knobs.users / 80));
    return random.sample(atWork, count).flatMap((person) => {
      const at = officeTime(day, person);
      const common = { at, account: person, place: random.chance(0.5) ? person.home : person.office };
      const risk = random.pick(RISKS);
      const isFixed = random.chance(0.5);
      const more = isFixed ? { RiskState: "remediated", RiskDetail: "userPassedMFADrivenByRiskBasedPolicy" } : {};
      return [
        userRiskRow({ ...common, ...risk, more }),
        behaviorRow({
          ...common,
          activity: "LogOn",
          action: "Sign-in",
          seenIn: "SigninLogs",
          sourceId: synthId(0, "behavior", `${person.email}/${at.toISOString()}`),
          priority: random.int(1, 3),
        }),
        ...(random.chance(0.3)
          ? [
              anomalyRow({
                ...common,
                template: "UEBA Anomalous Sign In",
                description: "The sign-in differs from that of peers.",
                tactics: "InitialAccess",
                techniques: "T1078",
                score: 0.1 + 0.4 * random.next(),
              }),
            ]
          : []),
      ];
    });
  },
};
