import { deviceOf } from "../../device.ts";
import { shift } from "../../moment.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

/** Private devices that policies refuse, and people back from vacation who try several passwords. */
export const blockedSignIns: UntidyKind = {
  name: "blocked sign-ins",
  rowsOn: (day) => {
    const { random, atWork } = day;
    const refused = atWork
      .filter(() => random.chance(0.012))
      .map((account) =>
        signinRow({
          at: officeTime(day, account),
          account,
          place: account.home,
          device: deviceOf(random.pick(["mac", "windows"])),
          app: appOf("SharePoint"),
          failure: FAILURES.blocked,
          factor: "none",
        }),
      );
    const unsure = atWork
      .filter(() => random.chance(0.008))
      .flatMap((account) => {
        const at = officeTime(day, account);
        const signIn = { account, place: account.home, device: account.laptop, app: appOf("Outlook") };
        const times = random.int(3, 9);
        return [
          ...Array.from({ length: times }, (_, index) =>
            signinRow({ ...signIn, at: shift(at, index * 25_000), failure: FAILURES.wrongPassword, factor: "none" }),
          ),
          signinRow({ ...signIn, at: shift(at, times * 25_000 + 300_000), factor: "satisfied" }),
        ];
      });
    return [...refused, ...unsure];
  },
};
