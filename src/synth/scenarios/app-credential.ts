import { keyIdOf } from "../directory/services.ts";
import { ELSEWHERE } from "../place.ts";
import { auditRow } from "../rows/audit.ts";
import { graphActivityRow } from "../rows/graph-activity.ts";
import { servicePrincipalSigninRow } from "../rows/service-signin.ts";
import type { Service } from "../services.ts";
import { synthId } from "../synth-id.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

const SECRET = synthId(0, "credential", "added by night");

/** A new secret for a program that may read all mail, used within the hour from another country. */
export const appCredential: Scenario = {
  name: "application credential",
  department: "IT Operations",
  title: "Systems Administrator",
  daysAgo: 9,
  localHour: 21,
  rowsOf: (context) => {
    const { person, world, at } = context;
    const service = world.services.find(({ name }) => name === "invoice-mailer");
    if (!service) return [];
    const place = ELSEWHERE.sofia;
    const ip = person.home.ip;
    return [
      addSecret(context, service),
      auditRow({
        at: at(14),
        operation: "Add app role assignment to service principal",
        category: "ApplicationManagement",
        by: person,
        ip,
        targets: [
          {
            type: "ServicePrincipal",
            id: service.objectId,
            name: service.name,
            changes: [
              ["AppRole.Value", "", '"Directory.ReadWrite.All"'],
              ["ServicePrincipal.DisplayName", "", `"${service.name}"`],
            ],
          },
        ],
      }),
      servicePrincipalSigninRow({ at: at(36), service, place, resource: "Microsoft Graph", keyId: SECRET }),
      ...Array.from({ length: 25 }, (_, index) =>
        graphActivityRow({ at: at(38 + index), service, ip: place.ip, path: `/users/${index}/messages?$top=200` }),
      ),
      auditRow({
        at: at(70),
        operation: "Add owner to service principal",
        category: "ApplicationManagement",
        by: person,
        ip,
        targets: [
          { type: "User", id: person.objectId, name: person.name, upn: person.email },
          { type: "ServicePrincipal", id: service.objectId, name: service.name },
        ],
      }),
    ];
  },
};

function addSecret({ person, at }: ScenarioContext, service: Service) {
  const old = `[KeyIdentifier=${keyIdOf(service)},KeyType=Password,KeyUsage=Verify,DisplayName=${service.name} secret]`;
  const added = `[KeyIdentifier=${SECRET},KeyType=Password,KeyUsage=Verify,DisplayName=tmp]`;
  return auditRow({
    at: at(0),
    operation: "Add service principal credentials",
    category: "ApplicationManagement",
    by: person,
    ip: person.home.ip,
    targets: [
      {
        type: "ServicePrincipal",
        id: service.objectId,
        name: service.name,
        changes: [["KeyDescription", JSON.stringify([old]), JSON.stringify([old, added])]],
      },
    ],
  });
}
