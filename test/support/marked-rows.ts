import type { DeliveredRow } from "./row-sets.ts";

type Columns = Readonly<Record<string, unknown>>;

/** Values of columns that no persona may show. Each occurs nowhere else in the delivered data. */
export const MARKS = {
  method: "mark-method",
  requirement: "mark-requirement",
  client: "mark-client",
  protocol: "mark-protocol",
  network: "mark-network",
  address: "198.18.77.7",
  system: "4200000077",
  city: "Markstad",
  partner: "mark-partner@contoso.example",
  partnerName: "Mark Partner",
  subject: "mark-subject",
  riskType: "mark_risk_type",
  riskDetail: "mark-risk-detail",
  riskReason: "mark-risk-reason",
  anomaly: "mark-anomaly",
  anomalyReason: "mark-anomaly-reason",
  insight: "mark-insight",
} as const;

const COMPANY = "@northwind.example";

/** Columns by table that are added to its rows, or replaced in them. */
const MARKED: Readonly<Record<string, (columns: Columns) => Columns>> = {
  SigninLogs: signIn,
  AADNonInteractiveUserSignInLogs: signIn,
  IdentityLogonEvents: () => ({ LogonType: MARKS.method, Protocol: MARKS.protocol }),
  EmailEvents: mail,
  AADUserRiskEvents: () => ({
    RiskEventType: MARKS.riskType,
    RiskDetail: MARKS.riskDetail,
    AdditionalInfo: JSON.stringify([{ Key: "riskReasons", Value: [MARKS.riskReason] }]),
  }),
  Anomalies: () => ({
    AnomalyTemplateName: MARKS.anomaly,
    RuleName: MARKS.anomaly,
    Description: MARKS.anomalyReason,
  }),
  BehaviorAnalytics: () => ({ ActivityInsights: { [MARKS.insight]: MARKS.insight } }),
};

function signIn(): Columns {
  return {
    AuthenticationDetails: JSON.stringify([{ authenticationMethod: MARKS.method, succeeded: true }]),
    AuthenticationRequirement: MARKS.requirement,
    MfaDetail: JSON.stringify({ authMethod: MARKS.method }),
    ClientAppUsed: MARKS.client,
    AuthenticationProtocol: MARKS.protocol,
    AutonomousSystemNumber: MARKS.system,
    NetworkLocationDetails: JSON.stringify([{ networkType: "namedNetwork", networkNames: [MARKS.network] }]),
  };
}

/** Replaces whom a person of the organization exchanges mail with. */
function mail({ SenderFromAddress: sender }: Columns): Columns {
  const partner = String(sender).endsWith(COMPANY)
    ? { RecipientEmailAddress: MARKS.partner, RecipientObjectId: "" }
    : { SenderFromAddress: MARKS.partner, SenderMailFromAddress: MARKS.partner, SenderDisplayName: MARKS.partnerName };
  return { ...partner, Subject: MARKS.subject };
}

/** Returns the rows with marks in their columns, and with one address and one city everywhere. */
export const markedRows = (rows: readonly DeliveredRow[]): readonly DeliveredRow[] =>
  rows.map(({ table, columns }) => ({
    table,
    columns: { ...(inPlaces(columns) as Columns), ...MARKED[table]?.(columns) },
  }));

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/;

/** Replaces addresses and cities at any depth, also in JSON text. */
function inPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPlaces);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, /^city$/i.test(name) ? MARKS.city : inPlaces(inner)]),
    );
  }
  if (typeof value !== "string") return value;
  if (/^\[?\{"/.test(value)) return JSON.stringify(inPlaces(JSON.parse(value)));
  return ADDRESS.test(value) ? MARKS.address : value;
}
