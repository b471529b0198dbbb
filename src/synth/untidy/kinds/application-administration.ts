import { serviceAccountOf } from "../../account.ts";
import { isWeekend, MINUTE_MS, shift } from "../../moment.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { synthId } from "../../synth-id.ts";
import { officeSeat, officeTime, type UntidyDay, type UntidyKind } from "../untidy-kind.ts";

const NEW_APPS = ["Brightcrm Calendar", "Planwell Connector", "Signdesk", "Roomfinder", "Surveyline"];

/** An administrator registers applications, consents for everybody, and replaces secrets before they expire. */
export const applicationAdministration: UntidyKind = {
  name: "application administration",
  rowsOn: (day) => {
    if (isWeekend(day.date) || !day.random.chance(0.5)) return [];
    return day.random.chance(0.5) ? consent(day) : replaceSecret(day);
  },
};

function consent(day: UntidyDay) {
  const { random, organization } = day;
  const { applications: by } = organization.crew;
  const app = serviceAccountOf(random.pick(NEW_APPS));
  const at = officeTime(day, by);
  const common = { by, seat: officeSeat(by), category: "ApplicationManagement" };
  const target = { type: "ServicePrincipal" as const, id: app.objectId, name: app.name };
  return [
    ...reportedChangeRows({ ...common, at, operation: "Add service principal", targets: [target] }),
    ...reportedChangeRows({
      ...common,
      at: shift(at, 30_000),
      operation: "Consent to application",
      targets: [
        {
          ...target,
          changes: [
            ["ConsentContext.IsAdminConsent", "", '"True"'],
            [
              "ConsentAction.Permissions",
              "",
              '"[] => [[ConsentType: AllPrincipals, Scope: openid profile User.Read Calendars.Read]]"',
            ],
          ],
        },
      ],
    }),
  ];
}

function replaceSecret(day: UntidyDay) {
  const { random, organization } = day;
  const { applications: by } = organization.crew;
  const holders = organization.nhis.filter(({ credentials: [first] }) => first?.type === "secret");
  if (holders.length === 0) return [];
  const service = random.pick(holders);
  const at = officeTime(day, by);
  const keyId = synthId(0, "credential", `${service.name}/${day.day}`);
  const old = `[KeyIdentifier=${service.credentials[0]?.keyId},KeyType=Password,KeyUsage=Verify,DisplayName=${service.name}]`;
  const added = `[KeyIdentifier=${keyId},KeyType=Password,KeyUsage=Verify,DisplayName=${service.name} 2027]`;
  return [
    ...reportedChangeRows({
      at,
      by,
      seat: officeSeat(by),
      operation: "Update application – Certificates and secrets management",
      category: "ApplicationManagement",
      targets: [
        {
          type: "Application",
          id: service.appId,
          name: service.name,
          changes: [["KeyDescription", JSON.stringify([old]), JSON.stringify([old, added])]],
        },
      ],
    }),
    ...[12, 75].map((minute) =>
      servicePrincipalSigninRow({
        at: shift(at, minute * MINUTE_MS),
        service,
        place: service.site,
        resource: service.family.resource,
        keyId,
      }),
    ),
  ];
}
