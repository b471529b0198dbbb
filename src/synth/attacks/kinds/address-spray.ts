import { deviceOf } from "../../device.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, address, user } from "../attack.ts";
import { readMail } from "../traces.ts";

/** One address tries a password on many accounts within an hour, and one of them opens. */
export const addressSpray: Attack = {
  kind: "address spray",
  hours: 4,
  plan: (scene) => {
    const { at, random, organization } = scene;
    const victim = scene.take();
    const place = scene.abroad();
    const attempt = {
      place,
      device: deviceOf("script"),
      app: appOf("Microsoft Azure PowerShell"),
      factor: "none" as const,
    };
    const targets = random.sample(
      organization.staff.filter((one) => one !== victim && one.isActive),
      random.int(45, 80),
    );
    const step = 55 / targets.length;
    return {
      subjects: [user(victim), address(place.ip)],
      types: ["account_compromise"],
      rows: [
        ...targets.map((account, index) =>
          signinRow({ ...attempt, account, at: at(index * step), failure: FAILURES.wrongPassword }),
        ),
        signinRow({ ...attempt, account: victim, at: at(56) }),
        signinRow({ ...attempt, account: victim, at: at(61), app: appOf("Outlook") }),
        ...readMail(scene, { person: victim, ip: place.ip, count: 12, from: 66, step: 1 }),
      ],
    };
  },
};

/** The same without a success: nobody is a victim, and only the address can be named. */
export const failedSpray: Attack = {
  kind: "failed spray",
  hours: 3,
  plan: ({ at, random, organization, abroad }) => {
    const place = abroad();
    const device = deviceOf("script");
    const targets = random.sample(
      organization.staff.filter(({ isActive }) => isActive),
      random.int(60, 110),
    );
    return {
      subjects: [address(place.ip)],
      types: ["account_compromise"],
      rows: targets.map((account, index) =>
        signinRow({
          account,
          place,
          device,
          app: appOf("Office 365 Exchange Online"),
          at: at(index * 1.1),
          failure: FAILURES.wrongPassword,
          factor: "none",
          more: { ClientAppUsed: "Authenticated SMTP" },
        }),
      ),
    };
  },
};
