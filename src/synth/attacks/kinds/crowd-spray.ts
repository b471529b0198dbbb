import { deviceOf } from "../../device.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

const ADDRESSES = 120;

/** A password is tried on 120 accounts within two hours, each time from another address; two accounts open. */
export const crowdSpray: Attack = {
  kind: "crowd spray",
  hours: 4,
  plan: (scene) => {
    const { at, random, organization } = scene;
    const victims = [scene.take(), scene.take()];
    const people = organization.staff.filter((one) => !victims.includes(one) && one.isActive);
    const attempt = { device: deviceOf("windows"), app: appOf("OfficeHome"), factor: "none" as const };
    const targets = Array.from({ length: ADDRESSES }, () => random.pick(people));
    return {
      subjects: victims.map(user),
      types: ["account_compromise"],
      rows: [
        ...targets.map((account, index) =>
          signinRow({
            ...attempt,
            account,
            place: scene.abroad(),
            at: at(index + random.next()),
            failure: FAILURES.wrongPassword,
          }),
        ),
        ...victims.map((account, index) =>
          signinRow({ ...attempt, account, place: scene.abroad(), at: at(ADDRESSES + index * 3) }),
        ),
      ],
    };
  },
};
