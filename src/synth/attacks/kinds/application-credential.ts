import { graphActivityRow } from "../../rows/graph-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { type Attack, application, inDepartment, user } from "../attack.ts";
import { programWithSecret } from "../traces.ts";

/** Somebody adds a secret to an application, which then signs in with it from another country. */
export const applicationCredential: Attack = {
  kind: "application credential",
  hours: 4,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take(inDepartment("Engineering"));
    const place = scene.abroad();
    const service = programWithSecret(scene);
    const keyId = scene.id("secret");
    const added = `[KeyIdentifier=${keyId},KeyType=Password,KeyUsage=Verify,DisplayName=tmp]`;
    return {
      subjects: [user(person), application(service.name)],
      types: ["privilege_escalation", "account_compromise", "data_exfiltration"],
      rows: [
        ...reportedChangeRows({
          at: at(0),
          by: person,
          seat: { place: person.home, device: person.laptop },
          operation: "Add service principal credentials",
          category: "ApplicationManagement",
          targets: [
            {
              type: "ServicePrincipal",
              id: service.objectId,
              name: service.name,
              changes: [["KeyDescription", "[]", `["${added}"]`]],
            },
          ],
        }),
        ...[25, 55, 90].map((minute) =>
          servicePrincipalSigninRow({ at: at(minute), service, place, resource: "Microsoft Graph", keyId }),
        ),
        ...Array.from({ length: 20 }, (_, index) =>
          graphActivityRow({
            at: at(28 + index * 2),
            service,
            ip: place.ip,
            path: `/users/${random.int(1, 999)}/messages?$top=100`,
          }),
        ),
      ],
    };
  },
};
