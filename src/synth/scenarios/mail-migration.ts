import { auditRow } from "../rows/audit.ts";
import { inboxRuleRow } from "../rows/office.ts";
import { synthId } from "../synth-id.ts";
import type { Scenario } from "./scenario.ts";

const CHANGES = [
  { operation: "Set-AdminAuditLogConfig", parameters: { UnifiedAuditLogIngestionEnabled: "False" } },
  { operation: "Disable-SafeLinksRule", parameters: { Identity: "Default safe links" } },
  { operation: "Remove-TransportRule", parameters: { Identity: "Block executable attachments" } },
  { operation: "Set-Mailbox", parameters: { Identity: "archive", AuditEnabled: "False" } },
];

/** Protections are turned off for an announced migration: it looks like an attack but is not one. */
export const mailMigration: Scenario = {
  name: "mail migration",
  department: "IT Operations",
  title: "Systems Administrator",
  daysAgo: 11,
  localHour: 18,
  verdict: { outcome: "SAFE", comment: "Announced migration, change request 4411." },
  rowsOf: ({ person, at }) => {
    const by = { account: person, ip: person.office.ip };
    return [
      ...CHANGES.map((change, index) => inboxRuleRow({ ...by, ...change, at: at(index * 11) })),
      auditRow({
        at: at(49),
        operation: "Update conditional access policy",
        category: "Policy",
        service: "Conditional Access",
        by: person,
        ip: person.office.ip,
        targets: [
          {
            type: "Policy",
            id: synthId(0, "policy", "legacy"),
            name: "Block legacy authentication",
            changes: [["ConditionalAccessPolicy", '{"state":"enabled"}', '{"state":"disabled"}']],
          },
        ],
      }),
    ];
  },
};
