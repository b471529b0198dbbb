import type { Fields } from "../../model/fields.ts";
import type { Account } from "../account.ts";
import type { Place } from "../place.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface Behavior {
  readonly at: Date;
  readonly account: Account;
  readonly place: Place;
  readonly activity: string;
  readonly action: string;
  /** The table that the behavior was observed in. */
  readonly seenIn: string;
  readonly sourceId: string;
  /** From 0 to 10; rarely above 2. */
  readonly priority: number;
  readonly more?: Fields;
}

export const behaviorRow = (seen: Behavior): SynthRow =>
  toRow({
    table: "BehaviorAnalytics",
    at: seen.at,
    fields: {
      TimeProcessed: seen.at.toISOString(),
      ActivityType: seen.activity,
      ActionType: seen.action,
      EventSource: seen.seenIn,
      NativeTableName: seen.seenIn,
      SourceRecordId: seen.sourceId,
      InvestigationPriority: seen.priority,
      SourceIPAddress: seen.place.ip,
      SourceIPLocation: seen.place.country,
      UserName: seen.account.sam,
      UserPrincipalName: seen.account.email,
      UsersInsights: { AccountDisplayName: seen.account.name, AccountObjectID: seen.account.objectId },
      ActivityInsights: {},
    },
    more: seen.more,
  });

export interface Anomaly {
  readonly at: Date;
  readonly account: Account;
  readonly place: Place;
  readonly template: string;
  readonly description: string;
  readonly tactics: string;
  readonly techniques: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly more?: Fields;
}

export const anomalyRow = (anomaly: Anomaly): SynthRow =>
  toRow({
    table: "Anomalies",
    at: anomaly.at,
    idColumn: "Id",
    fields: {
      AnomalyTemplateName: anomaly.template,
      RuleName: anomaly.template,
      RuleStatus: "Production",
      Description: anomaly.description,
      StartTime: anomaly.at.toISOString(),
      EndTime: anomaly.at.toISOString(),
      Score: anomaly.score,
      Tactics: anomaly.tactics,
      Techniques: JSON.stringify([anomaly.techniques]),
      SourceIpAddress: anomaly.place.ip,
      SourceLocation: { CountryCode: anomaly.place.country, City: anomaly.place.city },
      UserName: anomaly.account.sam,
      UserPrincipalName: anomaly.account.email,
      VendorName: "Microsoft",
    },
    more: anomaly.more,
  });
