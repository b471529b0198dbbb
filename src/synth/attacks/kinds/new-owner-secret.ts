import { graphActivityRow } from "../../rows/graph-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { type Attack, application, inDepartment, user } from "../attack.ts";
import { programWithSecret } from "../traces.ts";

/** Somebody makes themselves an owner of an application, adds a secret a day later and uses it from another country. */
export const newOwnerSecret: Attack = {
  kind: "new owner secret",
  hours: 28,
  isSlow: true,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take(inDepartment("Engineering"));
    const place = scene.abroad();
    const service = programWithSecret(scene);
    const keyId = scene.id("secret");
    const target = { type: "ServicePrincipal" as const, id: service.objectId, name: service.name };
    const change = {
      by: person,
      seat: { place: person.home, device: person.laptop },
      category: "ApplicationManagement",
    };
    return {
      subjects: [user(person), application(service.name)],
      types: ["privilege_escalation", "account_compromise", "data_exfiltration"],
      rows: [
        ...reportedChangeRows({
          ...change,
          at: at(0),
          operation: "Add owner to service principal",
          targets: [{ type: "User", id: person.objectId, name: person.name, upn: person.email }, target],
        }),
        ...reportedChangeRows({
          ...change,
          at: at(1_380),
          operation: "Add service principal credentials",
          targets: [
            {
              ...target,
              changes: [["KeyDescription", "[]", `["[KeyIdentifier=${keyId},KeyType=Password,KeyUsage=Verify]"]`]],
            },
          ],
        }),
        ...[1_420, 1_450].map((minute) =>
          servicePrincipalSigninRow({ at: at(minute), service, place, resource: "Microsoft Graph", keyId }),
        ),
        ...Array.from({ length: 12 }, (_, index) =>
          graphActivityRow({
            at: at(1_425 + index * 3),
            service,
            ip: place.ip,
            path: `/users/${random.int(1, 999)}/messages?$top=100`,
          }),
        ),
      ],
    };
  },
};
