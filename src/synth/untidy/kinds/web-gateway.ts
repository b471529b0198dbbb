import { shift } from "../../moment.ts";
import type { Place } from "../../place.ts";
import { FAILURES, nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

/** One address for everybody, however many they are. */
const GATEWAY: Place = { city: "Amsterdam", country: "NL", latitude: 52.37, longitude: 4.9, ip: "198.19.3.10" };

/** Browsers of the whole organization reach the internet through one address; some people mistype their password. */
export const webGateway: UntidyKind = {
  name: "web gateway",
  rowsOn: (day) =>
    day.atWork
      .filter(() => day.random.chance(0.25))
      .flatMap((person) => {
        const at = officeTime(day, person);
        const signIn = { account: person, place: GATEWAY, device: person.laptop, app: appOf("SharePoint") };
        if (!day.random.chance(0.12)) return [nonInteractiveSigninRow({ ...signIn, at })];
        const times = day.random.int(1, 3);
        return [
          ...Array.from({ length: times }, (_, index) =>
            signinRow({ ...signIn, at: shift(at, index * 20_000), failure: FAILURES.wrongPassword, factor: "none" }),
          ),
          signinRow({ ...signIn, at: shift(at, times * 25_000), factor: "satisfied" }),
        ];
      }),
};
