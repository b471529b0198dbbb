import { deviceOf } from "../../device.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

const ADDRESSES = 120;
const USERS_AN_HOUR = 8;
const HOURS = 24;

/** 120 addresses try eight accounts an hour for a day; no address and no account stands out, and one opens at the end. */
export const distributedSpray: Attack = {
  kind: "distributed spray",
  hours: HOURS + 2,
  isSlow: true,
  plan: (scene) => {
    const { at, random, organization } = scene;
    const victim = scene.take();
    const places = Array.from({ length: ADDRESSES }, scene.abroad);
    const attempts = HOURS * USERS_AN_HOUR;
    const people = organization.staff.filter((one) => one !== victim && one.isActive);
    const attempt = { device: deviceOf("windows"), app: appOf("Office 365 Exchange Online"), factor: "none" as const };
    const placeOf = (index: number) => places[index % places.length] ?? scene.abroad();
    const targets = Array.from({ length: Math.ceil(attempts / people.length) }, () =>
      random.sample(people, people.length),
    ).flat();
    return {
      subjects: [user(victim)],
      types: ["account_compromise"],
      rows: [
        ...targets.slice(0, attempts).map((account, index) =>
          signinRow({
            ...attempt,
            account,
            place: placeOf(index),
            at: at((index * 60) / USERS_AN_HOUR + 4 * random.next()),
            failure: FAILURES.wrongPassword,
          }),
        ),
        signinRow({
          ...attempt,
          account: victim,
          place: placeOf(7),
          at: at(HOURS * 60 + 3),
          failure: FAILURES.wrongPassword,
        }),
        signinRow({ ...attempt, account: victim, place: placeOf(50), at: at(HOURS * 60 + 11) }),
      ],
    };
  },
};
