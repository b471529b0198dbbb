import { serviceAccountOf } from "../account.ts";
import { ELSEWHERE } from "../place.ts";
import { auditRow } from "../rows/audit.ts";
import { cloudAppRow } from "../rows/cloud-app.ts";
import { type Message, messageRows, urlClickRow } from "../rows/email.ts";
import { graphActivityRow } from "../rows/graph-activity.ts";
import { officeRow } from "../rows/office.ts";
import { synthId } from "../synth-id.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

const APP = serviceAccountOf("Mail Insights Plus");
const URL = "https://mail-insights.example/connect";
const SCOPES = "Mail.ReadWrite Mail.Send Files.Read.All offline_access";

/** A user consents to an unknown application, which then reads the mailbox. */
export const illicitConsent: Scenario = {
  name: "illicit consent",
  department: "Customer Support",
  daysAgo: 7,
  localHour: 14,
  rowsOf: (context) => {
    const { person, at } = context;
    const message = invitationTo(context);
    const place = ELSEWHERE.tbilisi;
    return [
      ...messageRows(message),
      urlClickRow({
        at: at(9),
        account: person,
        message,
        url: URL,
        ip: person.home.ip,
        clickedThrough: true,
        threat: "Phish",
      }),
      auditRow({
        at: at(12),
        operation: "Add delegated permission grant",
        category: "ApplicationManagement",
        by: person,
        ip: person.home.ip,
        targets: [
          {
            type: "ServicePrincipal",
            id: APP.objectId,
            name: APP.name,
            changes: [
              ["DelegatedPermissionGrant.Scope", '""', `"${SCOPES}"`],
              ["DelegatedPermissionGrant.ConsentType", '""', '"Principal"'],
            ],
          },
        ],
      }),
      auditRow({
        at: at(12.1),
        operation: "Consent to application",
        category: "ApplicationManagement",
        by: person,
        ip: person.home.ip,
        targets: [
          {
            type: "ServicePrincipal",
            id: APP.objectId,
            name: APP.name,
            changes: [
              ["ConsentContext.IsAdminConsent", "", '"False"'],
              [
                "ConsentAction.Permissions",
                "",
                `"[] => [[Id: x, ClientId: ${APP.objectId}, PrincipalId: ${person.objectId}, ResourceId: r, ConsentType: Principal, Scope: ${SCOPES}]]"`,
              ],
            ],
          },
        ],
      }),
      cloudAppRow({
        at: at(12.2),
        account: person,
        place: person.home,
        device: person.laptop,
        application: "Office 365",
        action: "Consent to application.",
        object: { type: "Application", name: APP.name },
        more: { OAuthAppId: APP.appId },
      }),
      ...readMail(context, place.ip),
    ];
  },
};

function invitationTo({ person, at }: ScenarioContext): Message {
  return {
    id: synthId(0, "message", "illicit consent"),
    at: at(0),
    from: { name: "Mail Insights", email: "welcome@mail-insights.example" },
    to: person,
    subject: "Your team has invited you to Mail Insights Plus",
    senderIp: "198.51.100.231",
    url: URL,
    more: { IsFirstContact: true },
  };
}

function readMail({ person, at }: ScenarioContext, ip: string) {
  return Array.from({ length: 30 }, (_, index) => index * 2).flatMap((minute) => [
    graphActivityRow({
      at: at(40 + minute),
      service: APP,
      account: person,
      ip,
      path: `/me/messages?$skip=${minute * 50}`,
    }),
    officeRow({
      at: at(40.2 + minute),
      account: person,
      ip,
      workload: "Exchange",
      recordType: "ExchangeItemAggregated",
      operation: "MailItemsAccessed",
      more: {
        MailboxOwnerUPN: person.email,
        AppId: APP.appId,
        ClientAppId: APP.appId,
        ClientInfoString: "Client=REST;",
      },
    }),
  ]);
}
