import { deviceOf } from "../../device.ts";
import { auditRow, userTarget } from "../../rows/audit.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";
import { readMail } from "../traces.ts";

const EVERY_MINUTES = 12;

/** A prompt every twelve minutes for hours until one is approved; the attacker then adds a factor of their own. */
export const slowPrompts: Attack = {
  kind: "slow prompts",
  hours: 10,
  isSlow: true,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const prompts = random.int(22, 36);
    const attempt = { account: person, place, device: deviceOf("windows"), app: appOf("OfficeHome") };
    const end = prompts * EVERY_MINUTES;
    return {
      subjects: [user(person)],
      types: ["account_compromise"],
      rows: [
        ...Array.from({ length: prompts }, (_, index) =>
          signinRow({
            ...attempt,
            at: at(index * EVERY_MINUTES + random.next()),
            failure: FAILURES.deniedFactor,
            factor: "denied",
          }),
        ),
        signinRow({ ...attempt, at: at(end), factor: "satisfied", session: scene.id("session") }),
        auditRow({
          at: at(end + 9),
          operation: "User registered security info",
          category: "UserManagement",
          service: "Authentication Methods",
          by: person,
          ip: place.ip,
          targets: [userTarget(person)],
          more: { ResultReason: "User registered Authenticator App with Notification and Code" },
        }),
        ...readMail(scene, { person, ip: place.ip, count: 10, from: end + 15, step: 2 }),
      ],
    };
  },
};
