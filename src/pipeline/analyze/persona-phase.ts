import type { SourceDays } from "../../analysis/persona/activity-profile.ts";
import { ANOMALY_DAYS } from "../../analysis/persona/day-window.ts";
import { type ComparedOrganization, compareMembers } from "../../analysis/persona/organization.ts";
import type { Person } from "../../analysis/persona/person.ts";
import { buildPersona } from "../../analysis/persona/persona.ts";
import type { PersonaFacts } from "../../analysis/persona/persona-facts.ts";
import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { Persona } from "../../model/persona.ts";
import { findUnchanged, saveInputHashes } from "../../store/analysis/input-hashes.ts";
import { countDriftByUser } from "../../store/people/drift.ts";
import { finalDayOf } from "../drift/final-day.ts";
import type { AnalysisPhase, AnalysisRun } from "./analysis-run.ts";
import { readObservedSources } from "./observed-sources.ts";
import { digestFacts } from "./persona/digest-facts.ts";
import { type KeptNhis, readKeptNhis } from "./persona/kept-nhis.ts";
import { type Member, readBases, readMembers } from "./persona/read-members.ts";
import { storePersonas } from "./persona/store-personas.ts";
import { spareOthers } from "./spare-others.ts";

/** Computes the personas of users. */
export const personaPhase: AnalysisPhase = {
  name: "personas",
  builds: "personas",
  run: computePersonas,
};

/** The kind and the id of the hash of everything that the personas of a domain are computed from. */
const INPUTS = "persona-inputs";
const DOMAIN = "domain";
/** Personas that are computed and stored together. */
const CHUNK = 20;

async function computePersonas(run: AnalysisRun): Promise<void> {
  const bases = await readBases(run);
  if (run.isStopped()) return;
  const others = await readOthers(run);
  const digest = await digestFacts(run, bases, [...others.sources], (tuid) => [
    others.nhis.of(tuid),
    others.drift.get(tuid) ?? 0,
  ]);
  const inputs = new Map([[DOMAIN, digest]]);
  if ((await findUnchanged(run.db, INPUTS, inputs)).has(DOMAIN)) return;
  const { members, index } = await readMembers(run, bases);
  if (run.isStopped()) return;
  const factsOf = (member: Member) => toFacts(run, member, others);
  const { directory } = run;
  const compared = await compareMembers(
    {
      asOf: run.asOf,
      day: run.day,
      delivered: run.access.delivered,
      index,
      sources: others.sources,
      applicationIdOf: (id) => directory.findService(id)?.appId?.toLowerCase() ?? null,
      applicationNameOf: (id) => directory.findServiceByAppId(id)?.displayName ?? null,
    },
    { members, entitlementsOf: (person) => entitlementsOf(run, person) ?? [] },
    run.slice,
  );
  await storeAll(run, members, factsOf, compared);
  if (!run.isStopped()) await run.db.transaction((tx) => saveInputHashes(tx, INPUTS, inputs));
}

/** What personas need from other results of the analysis. */
interface OtherResults {
  readonly sources: SourceDays;
  readonly nhis: KeptNhis;
  readonly drift: ReadonlyMap<string, number>;
}

async function readOthers(run: AnalysisRun): Promise<OtherResults> {
  const { db, day } = run;
  const sources = await readObservedSources(run);
  return {
    sources: new Map([...sources].map(([table, { firstDay, lastDay }]) => [table, { first: firstDay, last: lastDay }])),
    nhis: await readKeptNhis(db),
    drift: await countDriftByUser(db, { fromDay: day - ANOMALY_DAYS + 1, toDay: day + 1, finalDay: finalDayOf(day) }),
  };
}

const entitlementsOf = ({ access }: AnalysisRun, { objectId }: Person): readonly Entitlement[] | null =>
  objectId === null ? null : access.entitlementsOf(objectId);

type OwnFacts = Omit<PersonaFacts, "peers">;

function toFacts(run: AnalysisRun, { person, profile, changes, heldSince }: Member, others: OtherResults): OwnFacts {
  const { objectId, tuid } = person;
  const grants = objectId === null ? [] : run.directory.grantsBy(objectId);
  return {
    person,
    profile,
    entitlements: entitlementsOf(run, person),
    reach: objectId === null ? null : run.access.reachOf(objectId),
    nhis: others.nhis.of(tuid),
    changes,
    heldSince,
    grantClients: new Map(grants.map(({ evidence, clientId }) => [evidence.objectId, clientId.toLowerCase()])),
    driftCount: others.drift.get(tuid) ?? 0,
  };
}

async function storeAll(
  run: AnalysisRun,
  members: readonly Member[],
  factsOf: (member: Member) => OwnFacts,
  { organization, peersOf }: ComparedOrganization,
): Promise<void> {
  for (let start = 0; start < members.length && !run.isStopped(); start += CHUNK) {
    const personas: Persona[] = [];
    for (const member of members.slice(start, start + CHUNK)) {
      if (run.slice.isOver()) await run.slice.pause();
      const persona = spareOthers(run, () =>
        buildPersona({ ...factsOf(member), peers: peersOf(member.person.tuid) }, organization),
      );
      if (persona) personas.push(persona);
    }
    await storePersonas(run, personas);
    run.count?.("personas_computed", personas.length);
  }
}
