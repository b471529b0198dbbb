import { serviceAccountOf } from "../../account.ts";
import { shift } from "../../moment.ts";
import { graphActivityRow } from "../../rows/graph-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { type Attack, application, user } from "../attack.ts";
import { readMail } from "../traces.ts";

const NAMES = ["DocuReader Pro", "MailSorter 365", "Calendar Boost", "Secure Attachment Viewer"];
const SCOPES = "openid offline_access Mail.Read Mail.ReadWrite Contacts.Read Files.Read.All";

/** A user consents to an unknown application, which reads the mailbox from abroad. */
export const consentPhishing: Attack = {
  kind: "consent phishing",
  hours: 5,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const app = serviceAccountOf(`${random.pick(NAMES)} ${random.int(1, 99)}`);
    const place = scene.abroad();
    const target = { type: "ServicePrincipal" as const, id: app.objectId, name: app.name };
    const change = {
      by: person,
      seat: { place: person.home, device: person.laptop },
      category: "ApplicationManagement",
    };
    return {
      subjects: [user(person), application(app.name)],
      types: ["account_compromise", "data_exfiltration"],
      rows: [
        ...reportedChangeRows({ ...change, at: at(0), operation: "Add service principal", targets: [target] }),
        ...reportedChangeRows({
          ...change,
          at: shift(at(0), 8_000),
          operation: "Add delegated permission grant",
          targets: [
            {
              ...target,
              changes: [
                ["DelegatedPermissionGrant.Scope", "", `"${SCOPES}"`],
                ["DelegatedPermissionGrant.ConsentType", "", '"Principal"'],
              ],
            },
          ],
        }),
        ...reportedChangeRows({
          ...change,
          at: shift(at(0), 10_000),
          operation: "Consent to application",
          targets: [
            {
              ...target,
              changes: [
                ["ConsentContext.IsAdminConsent", "", '"False"'],
                ["ConsentAction.Permissions", "", `"[] => [[ConsentType: Principal, Scope: ${SCOPES}]]"`],
              ],
            },
          ],
        }),
        ...Array.from({ length: 25 }, (_, index) =>
          graphActivityRow({
            at: at(25 + index * 2),
            service: app,
            account: person,
            ip: place.ip,
            path: `/me/messages?$top=100&$skip=${index * 100}`,
          }),
        ),
        ...readMail(scene, { person, ip: place.ip, count: 25, from: 26, step: 2, appId: app.appId }),
      ],
    };
  },
};
