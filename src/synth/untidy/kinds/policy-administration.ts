import { isWeekend } from "../../moment.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { synthId } from "../../synth-id.ts";
import { officeSeat, officeTime, type UntidyKind } from "../untidy-kind.ts";

const policy = (state: string, controls: readonly string[], more: object = {}): string =>
  JSON.stringify({
    state,
    conditions: { users: { includeUsers: ["All"], excludeUsers: [] }, ...more },
    grantControls: { operator: "OR", builtInControls: controls },
  });

/** Changes that make access stricter or leave it as strict as it was: operation, name of the policy, before, after. */
const CHANGES: readonly (readonly [operation: string, name: string, before: string, after: string])[] = [
  [
    "Update conditional access policy",
    "Require MFA for all users",
    policy("enabledForReportingButNotEnforced", ["mfa"]),
    policy("enabled", ["mfa"]),
  ],
  ["Add conditional access policy", "Require MFA for guests", "", policy("enabled", ["mfa"])],
  [
    "Update conditional access policy",
    "Require MFA for finance",
    policy("enabled", []),
    policy("enabled", ["mfa", "compliantDevice"]),
  ],
  [
    "Add conditional access policy",
    "Block device code flow",
    "",
    policy("enabledForReportingButNotEnforced", ["block"]),
  ],
  [
    "Update conditional access policy",
    "Block legacy authentication",
    policy("enabled", ["block"], { clientAppTypes: ["other"] }),
    policy("enabled", ["block"], { clientAppTypes: ["other", "exchangeActiveSync"] }),
  ],
];

/** Security administrators tighten policies, add named locations and change settings of authentication methods. */
export const policyAdministration: UntidyKind = {
  name: "policy administration",
  rowsOn: (day) => {
    const { random, date, organization } = day;
    const { policies: by } = organization.crew;
    if (isWeekend(date) || !random.chance(0.6)) return [];
    const [operation, name, before, after] = random.pick(CHANGES);
    const common = {
      at: officeTime(day, by),
      by,
      seat: officeSeat(by),
      service: "Conditional Access",
      category: "Policy",
    };
    const location = { type: "Policy" as const, id: synthId(0, "policy", "named location"), name: "Branch networks" };
    return [
      ...reportedChangeRows({
        ...common,
        operation,
        targets: [
          {
            type: "Policy",
            id: synthId(0, "policy", name),
            name,
            changes: [["ConditionalAccessPolicy", before, after]],
          },
        ],
        tables: ["AuditLogs", "CloudAppEvents"],
      }),
      ...(random.chance(0.3)
        ? reportedChangeRows({ ...common, operation: "Add named location", targets: [location], tables: ["AuditLogs"] })
        : []),
    ];
  },
};
