import { makePlots, toCaseRecord } from "./cases.ts";
import { makeDrift, toDriftRecord } from "./drift.ts";
import { makeIntegrations } from "./integrations.ts";
import { makeFleet, toNhiRecord } from "./nhi.ts";
import { makeNhiDetails } from "./nhi-detail.ts";
import { makePeople, makeUsers } from "./people.ts";
import { makePersonas } from "./personas.ts";
import type { Setting } from "./setting.ts";
import { makeOrdinaryThreats, toThreatRecord } from "./threats.ts";
import type { WireRecord } from "./wire-record.ts";

export type DemoOptions = Setting;

export type DemoFile =
  | "users"
  | "threats"
  | "cases"
  | "personas"
  | "persona-details"
  | "nhi"
  | "nhi-details"
  | "integrations"
  | "drift";

/** A whole synthetic organization, as the files an import reads. */
export interface DemoOrganization {
  readonly files: Readonly<Record<DemoFile, readonly WireRecord[]>>;
}

/** Makes an organization in which everything refers to everything else; the same options give the same bytes. */
export function generateOrganization(options: DemoOptions): DemoOrganization {
  const people = makePeople(options);
  const fleet = makeFleet(options, people);
  const plots = makePlots(options, people, fleet);
  const suspects = new Set(plots.map((plot) => plot.person));
  const others = people.filter((person) => !suspects.has(person));
  const threats = [...plots.flatMap((plot) => plot.threats), ...makeOrdinaryThreats(options, others, fleet)];
  const drifts = makeDrift(options, threats, fleet);
  const personas = makePersonas(options, { people, fleet, threats, drifts });
  return {
    files: {
      users: makeUsers(options, people),
      threats: threats.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((one) => toThreatRecord(options, one)),
      cases: plots.map((plot) => toCaseRecord(options, plot)),
      personas: personas.map((persona) => persona.overview),
      "persona-details": personas.map((persona) => persona.detail),
      nhi: fleet.map((nhi) => toNhiRecord(options, nhi)),
      "nhi-details": makeNhiDetails(options, fleet, drifts),
      integrations: makeIntegrations(options),
      drift: drifts.map((drift) => toDriftRecord(options, drift)),
    },
  };
}
