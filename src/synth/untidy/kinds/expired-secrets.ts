import { MINUTE_MS, shift } from "../../moment.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { synthId } from "../../synth-id.ts";
import { localTime, officeSeat, type UntidyKind } from "../untidy-kind.ts";

const EXPIRED = { code: 7_000_222, reason: "The provided client secret keys are expired." };
const FAILURES_A_DAY = 48;

/** The secret of a program expires; it fails every half hour for a week until an administrator adds a new one. */
export const expiredSecrets: UntidyKind = {
  name: "expired secrets",
  rowsOn: (day) => {
    const { organization, date, random } = day;
    const since = day.day - organization.history;
    const candidates = organization.nhis.filter(({ credentials: [first] }) => first?.type === "secret");
    const [failing] = day.lasting("program").sample(candidates, 1);
    if (!failing || since < -2 || since > 5) return [];
    const signIn = { service: failing, place: failing.site, resource: failing.family.resource };
    const failures = Array.from({ length: FAILURES_A_DAY }, (_, index) =>
      servicePrincipalSigninRow({
        ...signIn,
        at: shift(date, index * 30 * MINUTE_MS + random.int(0, 50_000)),
        keyId: failing.credentials[0]?.keyId,
        failure: EXPIRED,
      }),
    );
    if (since < 5) return failures;
    const { applications: by } = organization.crew;
    const at = localTime(day, by, 16);
    const keyId = synthId(0, "credential", `${failing.name} renewed`);
    return [
      ...failures.filter((row) => row.at < at),
      ...reportedChangeRows({
        at,
        by,
        seat: officeSeat(by),
        operation: "Update application – Certificates and secrets management",
        category: "ApplicationManagement",
        targets: [
          {
            type: "Application",
            id: failing.appId,
            name: failing.name,
            changes: [
              [
                "KeyDescription",
                "[]",
                `["[KeyIdentifier=${keyId},KeyType=Password,KeyUsage=Verify,DisplayName=renewed]"]`,
              ],
            ],
          },
        ],
      }),
      ...[5, 35, 65].map((minute) =>
        servicePrincipalSigninRow({ ...signIn, at: shift(at, minute * MINUTE_MS), keyId }),
      ),
    ];
  },
};
