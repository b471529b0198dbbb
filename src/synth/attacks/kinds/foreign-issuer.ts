import { graphActivityRow } from "../../rows/graph-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { type Attack, application, inDepartment, user } from "../attack.ts";
import { programWithSecret } from "../traces.ts";

/** Somebody lets an application trust tokens of an issuer that they control, and signs in with one from elsewhere. */
export const foreignIssuer: Attack = {
  kind: "foreign issuer",
  hours: 4,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take(inDepartment("Engineering"));
    const place = scene.abroad();
    const service = programWithSecret(scene);
    const credential = { Name: "runner", Issuer: "https://issuer.runners.example", Subject: "system:sa:x:y" };
    return {
      subjects: [user(person), application(service.name)],
      types: ["privilege_escalation", "account_compromise", "data_exfiltration"],
      rows: [
        ...reportedChangeRows({
          at: at(0),
          by: person,
          seat: { place: person.home, device: person.laptop },
          operation: "Update application",
          category: "ApplicationManagement",
          targets: [
            {
              type: "Application",
              id: service.appId,
              name: service.name,
              changes: [["FederatedIdentityCredentials", "[]", JSON.stringify([credential])]],
            },
          ],
        }),
        ...[30, 80].map((minute) =>
          servicePrincipalSigninRow({
            at: at(minute),
            service,
            place,
            resource: "Microsoft Graph",
            more: { ClientCredentialType: "federatedIdentityCredential", FederatedCredentialId: scene.id("federated") },
          }),
        ),
        ...Array.from({ length: 10 }, (_, index) =>
          graphActivityRow({
            at: at(33 + index * 3),
            service,
            ip: place.ip,
            path: `/users/${random.int(1, 999)}/messages?$top=50`,
          }),
        ),
      ],
    };
  },
};
