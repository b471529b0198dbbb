import { listOf } from "./list-of.ts";
import type { PrivilegeName } from "./privileges.ts";

export interface Department {
  readonly name: string;
  readonly size: number;
  readonly observedRole: string;
  /** The head's, the leads' and then everybody else's. */
  readonly titles: readonly string[];
  readonly applications: readonly string[];
  readonly workstreams: readonly string[];
  readonly privileges: readonly PrivilegeName[];
}

/** Everybody has these. */
export const COMMON_APPLICATIONS = listOf("Outlook, Teams, SharePoint, Peopleroom, Travelbook");

export const DEPARTMENTS: readonly Department[] = [
  {
    name: "Executive Office",
    size: 6,
    observedRole: "Executive",
    titles: listOf("Chief Executive Officer, Chief of Staff, Executive Assistant, Strategy Analyst"),
    applications: listOf("Boardroom, Power BI, Zoom"),
    workstreams: listOf("Board reporting, Annual plan, Investor relations"),
    privileges: [],
  },
  {
    name: "Finance",
    size: 26,
    observedRole: "Finance and accounting",
    titles: listOf(
      "Finance Director, Finance Manager, Payroll Specialist, Accountant, Accounts Payable Clerk, Controller",
    ),
    applications: listOf("Ledgerline, Power BI, Payflow, Excel Online, Coupa"),
    workstreams: listOf("Month-end close, Supplier payments, Payroll run, Audit preparation"),
    privileges: ["Payment Approver", "Billing Administrator"],
  },
  {
    name: "Human Resources",
    size: 14,
    observedRole: "Human resources",
    titles: listOf("HR Director, HR Manager, HR Business Partner, Recruiter, Benefits Specialist"),
    applications: listOf("Workday, Greenhouse, Excel Online"),
    workstreams: listOf("Graduate hiring, Benefits renewal, Onboarding"),
    privileges: ["HR Partner"],
  },
  {
    name: "Legal",
    size: 8,
    observedRole: "Legal",
    titles: listOf("General Counsel, Legal Manager, Counsel, Paralegal, Privacy Officer"),
    applications: listOf("Purview, DocuSign, Contractroom"),
    workstreams: listOf("Supplier contracts, Privacy requests, Litigation hold"),
    privileges: ["eDiscovery Manager"],
  },
  {
    name: "Sales",
    size: 48,
    observedRole: "Sales",
    titles: listOf("Sales Director, Regional Sales Manager, Account Executive, Sales Engineer, Sales Representative"),
    applications: listOf("Salesforce, DocuSign, Zoom, Power BI"),
    workstreams: listOf("Key accounts, Quarter forecast, Partner channel, Tender responses"),
    privileges: ["CRM Administrator"],
  },
  {
    name: "Marketing",
    size: 20,
    observedRole: "Marketing",
    titles: listOf("Marketing Director, Marketing Manager, Content Editor, Campaign Specialist, Designer"),
    applications: listOf("HubSpot, Figma, Salesforce, Canva"),
    workstreams: listOf("Spring campaign, Website relaunch, Trade fairs"),
    privileges: [],
  },
  {
    name: "Customer Support",
    size: 38,
    observedRole: "Customer support",
    titles: listOf("Head of Support, Support Team Lead, Support Agent, Support Engineer, Quality Coach"),
    applications: listOf("Zendesk, Salesforce, Slack, Statuspage"),
    workstreams: listOf("Returns desk, Escalations, Knowledge base"),
    privileges: [],
  },
  {
    name: "Engineering",
    size: 58,
    observedRole: "Software engineering",
    titles: listOf("VP Engineering, Engineering Manager, Software Engineer, Senior Software Engineer, QA Engineer"),
    applications: listOf("GitHub, Azure Portal, Jira, Slack, Grafana, Figma"),
    workstreams: listOf("Checkout rewrite, Mobile app, Warehouse interface, Platform upgrade, Release train"),
    privileges: ["Contributor on sub-commerce-prod", "Key Vault Secrets User on kv-commerce", "Application Developer"],
  },
  {
    name: "Data and Analytics",
    size: 18,
    observedRole: "Data and analytics",
    titles: listOf("Head of Data, Analytics Manager, Data Engineer, Data Analyst, Data Scientist"),
    applications: listOf("Snowflake, Databricks, Power BI, GitHub, Jira"),
    workstreams: listOf("Demand forecast, Customer lake, Margin dashboards"),
    privileges: ["Storage Blob Data Contributor on stlake"],
  },
  {
    name: "IT Operations",
    size: 24,
    observedRole: "IT operations",
    titles: listOf("IT Director, IT Manager, Systems Administrator, Service Desk Analyst, Network Engineer"),
    applications: listOf("Entra Admin Center, Intune, Azure Portal, ServiceNow, Grafana"),
    workstreams: listOf("Device refresh, Mail migration, Service desk, Network renewal"),
    privileges: ["User Administrator", "Exchange Administrator", "Intune Administrator"],
  },
  {
    name: "Security",
    size: 10,
    observedRole: "Security",
    titles: listOf("Chief Information Security Officer, Security Manager, Security Analyst, Security Engineer"),
    applications: listOf("Defender Portal, Sentinel, Entra Admin Center, Jira, GitHub"),
    workstreams: listOf("Alert triage, Access reviews, Cloud hardening"),
    privileges: ["Security Reader", "Security Administrator", "Global Reader"],
  },
  {
    name: "Logistics",
    size: 30,
    observedRole: "Logistics",
    titles: listOf("Logistics Director, Warehouse Manager, Planner, Customs Specialist, Dispatcher"),
    applications: listOf("Warehouse One, Routeplan, Excel Online, Power BI"),
    workstreams: listOf("Inbound planning, Customs filing, Carrier tenders"),
    privileges: [],
  },
];
