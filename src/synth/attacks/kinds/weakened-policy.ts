import { deviceOf } from "../../device.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { synthId } from "../../synth-id.ts";
import { appOf } from "../../world.ts";
import { type Attack, inDepartment, user } from "../attack.ts";

const policy = (state: string, excluded: readonly string[]): string =>
  JSON.stringify({
    state,
    conditions: { users: { includeUsers: ["All"], excludeUsers: excluded } },
    grantControls: { operator: "OR", builtInControls: ["mfa"] },
  });

/** A policy no longer asks for a second factor, and within the hour somebody signs in from abroad without one. */
export const weakenedPolicy: Attack = {
  kind: "weakened policy",
  hours: 3,
  plan: (scene) => {
    const { at, random } = scene;
    const by = scene.take(inDepartment("Security"));
    const place = scene.abroad();
    const isDisabled = random.chance(0.5);
    const signIn = { account: by, place, device: deviceOf("linux"), factor: "none" as const };
    return {
      subjects: [user(by)],
      types: ["privilege_escalation", "account_compromise", "policy_violation"],
      rows: [
        ...reportedChangeRows({
          at: at(0),
          by,
          seat: { place: by.home, device: by.laptop },
          operation: "Update conditional access policy",
          category: "Policy",
          service: "Conditional Access",
          targets: [
            {
              type: "Policy",
              id: synthId(0, "policy", "Require MFA for all users"),
              name: "Require MFA for all users",
              changes: [
                [
                  "ConditionalAccessPolicy",
                  policy("enabled", []),
                  isDisabled ? policy("disabled", []) : policy("enabled", [by.objectId]),
                ],
              ],
            },
          ],
        }),
        signinRow({ ...signIn, at: at(34), app: appOf("Azure Portal") }),
        signinRow({ ...signIn, at: at(47), app: appOf("Entra Admin Center") }),
      ],
    };
  },
};
