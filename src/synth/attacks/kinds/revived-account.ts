import { deviceOf } from "../../device.ts";
import { DAY_MS, shift } from "../../moment.ts";
import { userTarget } from "../../rows/audit.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { FORMER_PROJECT } from "../../untidy/extra-accounts.ts";
import { appOf } from "../../world.ts";
import { type Attack, inDepartment, user } from "../attack.ts";

const SILENT_DAYS = 150;

/** A project account that was silent for months is enabled, gets a new password and signs in from abroad. */
export const revivedAccount: Attack = {
  kind: "revived account",
  hours: 3,
  plan: (scene) => {
    const { at } = scene;
    const person = scene.take(inDepartment("IT Operations"));
    const account = FORMER_PROJECT;
    const place = scene.abroad();
    const change = { by: person, seat: { place: person.home, device: person.laptop }, category: "UserManagement" };
    const formerly = {
      account,
      place: person.office,
      device: deviceOf("windows", "d-zephyr", "NW-LT-901"),
      app: appOf("SharePoint"),
    };
    const now = { account, place, device: deviceOf("script"), factor: "none" as const };
    return {
      subjects: [user(account)],
      types: ["account_compromise", "privilege_escalation", "insider_threat"],
      before: [0, 1, 2, 3].map((day) => signinRow({ ...formerly, at: shift(at(0), (day - SILENT_DAYS) * DAY_MS) })),
      rows: [
        ...reportedChangeRows({
          ...change,
          at: at(0),
          operation: "Enable account",
          targets: [userTarget(account, [["AccountEnabled", "[false]", "[true]"]])],
        }),
        ...reportedChangeRows({
          ...change,
          at: at(3),
          operation: "Reset user password",
          targets: [userTarget(account)],
        }),
        signinRow({ ...now, at: at(31), app: appOf("SharePoint") }),
        signinRow({ ...now, at: at(44), app: appOf("Azure Portal") }),
      ],
    };
  },
};
