import { deviceOf } from "../../device.ts";
import { officeRow } from "../../rows/office.ts";
import { type Attack, user } from "../attack.ts";
import { readMail } from "../traces.ts";

/** An account is guessed and opened; only OfficeActivity reports the failures and the success. */
export const officeLoginFailures: Attack = {
  kind: "office login failures",
  hours: 3,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const device = deviceOf("script");
    const login = {
      account: person,
      ip: place.ip,
      workload: "Exchange" as const,
      recordType: "AzureActiveDirectoryStsLogon",
    };
    const more = { OfficeWorkload: "AzureActiveDirectory", ActorIpAddress: place.ip, UserAgent: device.userAgent };
    const failures = random.int(45, 80);
    return {
      subjects: [user(person)],
      types: ["account_compromise"],
      rows: [
        ...Array.from({ length: failures }, (_, index) =>
          officeRow({
            ...login,
            at: at(index * 0.6),
            operation: "UserLoginFailed",
            more: { ...more, ResultStatus: "Failed", ResultReasonType: "InvalidUserNameOrPassword" },
          }),
        ),
        officeRow({
          ...login,
          at: at(failures * 0.6 + 1),
          operation: "UserLoggedIn",
          more: { ...more, ResultStatus: "Success" },
        }),
        ...readMail(scene, { person, ip: place.ip, count: 15, from: failures * 0.6 + 4, step: 1 }),
      ],
    };
  },
};
