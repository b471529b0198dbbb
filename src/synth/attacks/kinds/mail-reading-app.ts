import { serviceAccountOf } from "../../account.ts";
import { deviceOf } from "../../device.ts";
import { graphActivityRow } from "../../rows/graph-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, application, user } from "../attack.ts";

/** An administrator's account, used from abroad, lets a new application read all mailboxes; it does so for a day. */
export const mailReadingApp: Attack = {
  kind: "mail reading app",
  hours: 26,
  isSlow: true,
  plan: (scene) => {
    const { at, random, organization } = scene;
    const by = organization.crew.applications;
    const app = serviceAccountOf("Mailbox Insights Service");
    const place = scene.abroad();
    const device = deviceOf("windows");
    const target = { type: "ServicePrincipal" as const, id: app.objectId, name: app.name };
    const change = { by, seat: { place, device }, category: "ApplicationManagement" };
    return {
      subjects: [user(by), application(app.name)],
      types: ["data_exfiltration", "privilege_escalation", "account_compromise"],
      rows: [
        signinRow({ at: at(0), account: by, place, device, app: appOf("Azure Portal"), factor: "none" }),
        ...reportedChangeRows({ ...change, at: at(5), operation: "Add service principal", targets: [target] }),
        ...reportedChangeRows({
          ...change,
          at: at(7),
          operation: "Add app role assignment to service principal",
          targets: [
            {
              ...target,
              changes: [
                ["AppRole.Value", "", '"Mail.Read"'],
                ["ServicePrincipal.DisplayName", "", `"${app.name}"`],
                ["ServicePrincipal.ObjectID", "", `"${app.objectId}"`],
              ],
            },
          ],
        }),
        ...[20, 400, 800, 1_200].map((minute) =>
          servicePrincipalSigninRow({
            at: at(minute),
            service: app,
            place,
            resource: "Microsoft Graph",
            keyId: scene.id("key"),
          }),
        ),
        ...random.sample(organization.staff, 80).map(({ objectId }, index) =>
          graphActivityRow({
            at: at(25 + index * 17),
            service: app,
            ip: place.ip,
            path: `/users/${objectId}/messages?$top=500`,
          }),
        ),
      ],
    };
  },
};
