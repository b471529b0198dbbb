import { listOf } from "./list-of.ts";

export interface Department {
  readonly name: string;
  readonly size: number;
  /** Job titles of the head, of the team leads and of everybody else. */
  readonly titles: readonly string[];
  readonly applications: readonly string[];
  readonly workstreams: readonly string[];
}

/** Used by everybody. */
export const COMMON_APPLICATIONS = listOf("Outlook, Teams, SharePoint, Peopleroom, Travelbook");

export const DEPARTMENTS: readonly Department[] = [
  {
    name: "Executive Office",
    size: 6,
    titles: listOf("Chief Executive Officer, Chief of Staff, Executive Assistant, Strategy Analyst"),
    applications: listOf("Boardroom, Power BI, Zoom"),
    workstreams: listOf("Board reporting, Annual plan, Investor relations"),
  },
  {
    name: "Finance",
    size: 26,
    titles: listOf(
      "Finance Director, Finance Manager, Payroll Specialist, Accountant, Accounts Payable Clerk, Controller",
    ),
    applications: listOf("Ledgerline, Power BI, Payflow, Excel Online, Coupa"),
    workstreams: listOf("Month-end close, Supplier payments, Payroll run, Audit preparation"),
  },
  {
    name: "Human Resources",
    size: 14,
    titles: listOf("HR Director, HR Manager, HR Business Partner, Recruiter, Benefits Specialist"),
    applications: listOf("Workday, Greenhouse, Excel Online"),
    workstreams: listOf("Graduate hiring, Benefits renewal, Onboarding"),
  },
  {
    name: "Legal",
    size: 8,
    titles: listOf("General Counsel, Legal Manager, Counsel, Paralegal, Privacy Officer"),
    applications: listOf("Purview, DocuSign, Contractroom"),
    workstreams: listOf("Supplier contracts, Privacy requests, Litigation hold"),
  },
  {
    name: "Sales",
    size: 48,
    titles: listOf("Sales Director, Regional Sales Manager, Account Executive, Sales Engineer, Sales Representative"),
    applications: listOf("Salesforce, DocuSign, Zoom, Power BI"),
    workstreams: listOf("Key accounts, Quarter forecast, Partner channel, Tender responses"),
  },
  {
    name: "Marketing",
    size: 20,
    titles: listOf("Marketing Director, Marketing Manager, Content Editor, Campaign Specialist, Designer"),
    applications: listOf("HubSpot, Figma, Salesforce, Canva"),
    workstreams: listOf("Spring campaign, Website relaunch, Trade fairs"),
  },
  {
    name: "Customer Support",
    size: 38,
    titles: listOf("Head of Support, Support Team Lead, Support Agent, Support Engineer, Quality Coach"),
    applications: listOf("Zendesk, Salesforce, Slack, Statuspage"),
    workstreams: listOf("Returns desk, Escalations, Knowledge base"),
  },
  {
    name: "Engineering",
    size: 58,
    titles: listOf("VP Engineering, Engineering Manager, Software Engineer, Senior Software Engineer, QA Engineer"),
    applications: listOf("GitHub, Azure Portal, Jira, Slack, Grafana, Figma"),
    workstreams: listOf("Checkout rewrite, Mobile app, Warehouse interface, Platform upgrade, Release train"),
  },
  {
    name: "Data and Analytics",
    size: 18,
    titles: listOf("Head of Data, Analytics Manager, Data Engineer, Data Analyst, Data Scientist"),
    applications: listOf("Snowflake, Databricks, Power BI, GitHub, Jira"),
    workstreams: listOf("Demand forecast, Customer lake, Margin dashboards"),
  },
  {
    name: "IT Operations",
    size: 24,
    titles: listOf("IT Director, IT Manager, Systems Administrator, Service Desk Analyst, Network Engineer"),
    applications: listOf("Entra Admin Center, Intune, Azure Portal, ServiceNow, Grafana"),
    workstreams: listOf("Device refresh, Mail migration, Service desk, Network renewal"),
  },
  {
    name: "Security",
    size: 10,
    titles: listOf("Chief Information Security Officer, Security Manager, Security Analyst, Security Engineer"),
    applications: listOf("Defender Portal, Sentinel, Entra Admin Center, Jira, GitHub"),
    workstreams: listOf("Alert triage, Access reviews, Cloud hardening"),
  },
  {
    name: "Logistics",
    size: 30,
    titles: listOf("Logistics Director, Warehouse Manager, Planner, Customs Specialist, Dispatcher"),
    applications: listOf("Warehouse One, Routeplan, Excel Online, Power BI"),
    workstreams: listOf("Inbound planning, Customs filing, Carrier tenders"),
  },
];

/** Scales the departments to a number of people; each keeps at least a head, a lead and one more. */
export function departmentsFor(users: number): readonly Department[] {
  const total = DEPARTMENTS.reduce((sum, { size }) => sum + size, 0);
  if (users === total) return DEPARTMENTS;
  return DEPARTMENTS.map((department) => ({
    ...department,
    size: Math.max(3, Math.ceil((department.size * users) / total)),
  }));
}
