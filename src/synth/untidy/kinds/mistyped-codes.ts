import { shift } from "../../moment.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { localTime, type UntidyKind } from "../untidy-kind.ts";

const steps = (method: string, detail: string) => ({
  AuthenticationDetails: JSON.stringify([
    { authenticationMethod: "Password", succeeded: true },
    { authenticationMethod: method, succeeded: false, authenticationStepResultDetail: detail },
  ]),
});

const WAYS = [
  { ...steps("OATH verification code", "MFA denied; invalid verification code"), most: 6 },
  { ...steps("Text message", "MFA denied; invalid verification code"), most: 5 },
  { ...steps("Mobile app notification", "MFA denied; user declined the authentication"), most: 2 },
  { ...steps("Mobile app notification", "MFA denied; user did not respond to mobile app notification"), most: 4 },
] as const;

/** People who mistype a code a few times, decline their own prompt by mistake or miss it, and then sign in. */
export const mistypedCodes: UntidyKind = {
  name: "mistyped codes",
  rowsOn: (day) =>
    day.atWork
      .filter(() => day.random.chance(0.03))
      .flatMap((person) => {
        const { random } = day;
        const { most, ...more } = random.pick(WAYS);
        const start = localTime(day, person, 8 + 3 * random.next());
        const signIn = {
          account: person,
          place: random.chance(0.6) ? person.office : person.home,
          device: person.laptop,
        };
        const app = appOf("Outlook");
        const failed = random.int(1, most);
        return [
          ...Array.from({ length: failed }, (_, index) =>
            signinRow({
              ...signIn,
              app,
              at: shift(start, index * random.int(18_000, 70_000)),
              failure: FAILURES.deniedFactor,
              factor: "denied",
              more,
            }),
          ),
          signinRow({ ...signIn, app, at: shift(start, (failed + 1) * 70_000), factor: "satisfied" }),
        ];
      }),
};
