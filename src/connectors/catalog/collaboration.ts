import type { CatalogEntry } from "./catalog-entry.ts";

export const collaboration: readonly CatalogEntry[] = [
  {
    connectorType: "exchange_online",
    displayName: "Exchange Online",
    description: "Collects mail flow, mailbox audit records, forwarding rules and delegate access.",
    signals: ["communications"],
  },
  {
    connectorType: "microsoft_teams",
    displayName: "Microsoft Teams",
    description: "Collects team membership, guest access, meeting and external sharing activity.",
    signals: ["communications", "productivity"],
  },
  {
    connectorType: "slack",
    displayName: "Slack",
    description: "Brings in workspace audit events, app installations and guest or shared channel changes.",
    signals: ["communications", "productivity", "saas"],
  },
  {
    connectorType: "zoom",
    displayName: "Zoom",
    description: "Reads meeting, recording and account change records from a Zoom account.",
    signals: ["communications"],
  },
  {
    connectorType: "proofpoint",
    displayName: "Proofpoint",
    description: "Brings in blocked and delivered mail threats, clicks on rewritten links and most targeted people.",
    signals: ["communications"],
  },
  {
    connectorType: "mimecast",
    displayName: "Mimecast",
    description: "Brings in message rejections, impersonation attempts and link and attachment verdicts.",
    signals: ["communications"],
  },
  {
    connectorType: "sharepoint_online",
    displayName: "SharePoint Online and OneDrive",
    description: "Tracks files viewed, downloaded, shared and labeled across sites and personal storage.",
    signals: ["productivity"],
  },
  {
    connectorType: "google_drive",
    displayName: "Google Drive",
    description: "Tracks file access, downloads, ownership transfers and changes of sharing visibility.",
    signals: ["productivity"],
  },
  {
    connectorType: "atlassian_cloud",
    displayName: "Confluence and Jira",
    description: "Collects organization audit events, page exports and permission changes from Atlassian Cloud.",
    signals: ["productivity", "saas"],
  },
  {
    connectorType: "notion",
    displayName: "Notion",
    description: "Collects workspace audit events such as page exports, public links and new integrations.",
    signals: ["productivity", "saas"],
  },
];
