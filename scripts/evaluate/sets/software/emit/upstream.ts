import type { Log } from "../lib/log.ts";
import { hour, iso } from "../lib/time.ts";
import type { Person } from "../org/people.ts";
import type { Spot } from "../org/places.ts";

/** An anomaly that the workspace's own models report. */
export const anomaly = (
  log: Log, time: number, who: { upn: string; sam?: string | undefined }, from: Spot | undefined, template: string,
    score: number,
  tactics: string, techniques: string, description = "",
): string => log.add("Anomalies", time, {
  Id: log.r.uuid(), StartTime: iso(time - 3 * hour), EndTime: iso(time - hour), AnomalyTemplateName: template,
  AnomalyTemplateId: log.r.uuid(), AnomalyTemplateVersion: "1.0.0", RuleName: template, RuleStatus: "Production",
  Score: score, UserPrincipalName: who.upn, UserName: who.sam, SourceIpAddress: from?.ip,
  SourceLocation: from ? { City: from.city, CountryOrRegion: from.country } : undefined, Tactics: tactics,
  Techniques: techniques, Description: description, VendorName: "Microsoft",
});

export const behavior = (
  log: Log, time: number, who: Person, from: Spot, activity: string, action: string, priority: number,
  insights: Record<string, string>, source = "Azure AD",
): string => log.add("BehaviorAnalytics", time, {
  SourceRecordId: log.r.uuid(), ActivityType: activity, ActionType: action, UserPrincipalName: who.upn,
    UserName: who.sam
    ?? who.upn.split("@")[0], SourceIPAddress: from.ip, SourceIPLocation: from.country, SourceDevice: who.laptop.name,
  InvestigationPriority: priority, EventSource: source, EventVendor: "Microsoft", ActivityInsights: insights,
  UsersInsights: { AccountObjectID: who.id, AccountDisplayName: who.name, BlastRadius: who.admin ? "High" : "Low" },
  TimeProcessed: iso(time + hour),
});
