import { graphActivityRow } from "../../rows/graph-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { officeSeat } from "../../untidy/untidy-kind.ts";
import { type Attack, application, user } from "../attack.ts";
import { programWithSecret } from "../traces.ts";

/** A stolen session of an administrator lets an existing program read all files; it does so at once from elsewhere. */
export const grantedPermission: Attack = {
  kind: "granted permission",
  hours: 4,
  plan: (scene) => {
    const { at, organization, random } = scene;
    const by = organization.crew.applications;
    const place = scene.abroad();
    const service = programWithSecret(scene);
    return {
      subjects: [user(by), application(service.name)],
      types: ["privilege_escalation", "data_exfiltration", "account_compromise"],
      rows: [
        ...reportedChangeRows({
          at: at(0),
          by,
          seat: officeSeat(by),
          operation: "Add app role assignment to service principal",
          category: "ApplicationManagement",
          targets: [
            {
              type: "ServicePrincipal",
              id: scene.id("graph"),
              name: "Microsoft Graph",
              changes: [
                ["AppRole.Value", "", '"Files.Read.All"'],
                ["ServicePrincipal.DisplayName", "", `"${service.name}"`],
                ["ServicePrincipal.ObjectID", "", `"${service.objectId}"`],
              ],
            },
          ],
        }),
        ...[12, 70].map((minute) =>
          servicePrincipalSigninRow({
            at: at(minute),
            service,
            place,
            resource: "Microsoft Graph",
            keyId: service.credentials[0]?.keyId,
          }),
        ),
        ...random.sample(organization.staff, 30).map(({ objectId }, index) =>
          graphActivityRow({
            at: at(14 + index * 4),
            service,
            ip: place.ip,
            path: `/users/${objectId}/drive/root/children`,
          }),
        ),
      ],
    };
  },
};
