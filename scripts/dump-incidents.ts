import { writeFileSync } from "node:fs";
import { usualPlaces } from "../src/analysis/correlate/place.ts";
import { incidentsOf } from "../src/analysis/correlate/incidents.ts";
import { judge } from "../src/analysis/correlate/judge.ts";
import { isScored } from "../src/analysis/correlate/finding-order.ts";
import { readKnowledge } from "../src/pipeline/correlate/read-knowledge.ts";
import { listEventEvidence } from "../src/store/cases/evaluation.ts";
import { readFreeFindings } from "../src/store/cases/correlated-cases.ts";
import { withDomainIn } from "./evaluate/scratch-domain.ts";
import { readSet } from "./evaluate/independent/read-set.ts";

const [folder = "", setFolder = "", out = ""] = process.argv.slice(2);
const { truth } = await readSet(setFolder);
const attackOf = new Map(truth.attacks.flatMap((a) => a.rows.map((r) => [r, a.id] as const)));
const at = new Date(Date.parse(truth.until) + 86_400_000);
const counted = Date.parse(truth.counted_from);
const result: unknown[] = [];
await withDomainIn(folder, () => at, async ({ db }) => {
  for (const table of ["case_findings"]) await db.execute(`delete from ${table} where domain_id = $1`);
  const ev = new Map((await listEventEvidence(db)).map((e) => [e.eventId, e]));
  const subjects = await db.query<{ subject: string }>(
    "select distinct subject from threat_findings where domain_id = $1 and subject is not null order by subject",
  );
  const everything = await db.query<{ detector: string; subject: string; at: Date; facts: string | null }>(
    "select detector, subject, at, facts from threat_findings where domain_id = $1 and subject is not null and not superseded",
  );
  const dayOf = (t: number) => Math.floor(t / 864e5);
  const seen = new Map<string, Set<number>>();
  const subjectsOf = new Map<string, Map<string, number>>();
  const put = (k: string, d: number) => seen.set(k, (seen.get(k) ?? new Set()).add(d));
  for (const e of everything) {
    const d = dayOf(e.at.getTime());
    const f = JSON.parse(e.facts ?? "{}");
    put(`${e.detector}|${e.subject}`, d);
    put(`${e.detector}|${e.subject}|${f.object ?? f.resource ?? f.host ?? ""}`, d);
    put(`${e.detector}`, d);
    const m = subjectsOf.get(e.detector) ?? new Map();
    m.set(e.subject, Math.min(m.get(e.subject) ?? d, d));
    subjectsOf.set(e.detector, m);
  }
  const before = (k: string, d: number) => [...(seen.get(k) ?? [])].filter((x) => x < d).length;
  for (const { subject } of subjects) {
    const free = await readFreeFindings(db, subject, new Date(0), 10_000);
    if (!free.some(isScored)) continue;
    const knowledge = await readKnowledge(db, subject, free);
    for (const incident of incidentsOf(free, usualPlaces(free, knowledge))) {
      if ((incident.at(-1)?.at ?? 0) < counted) continue;
      const decision = judge(incident, knowledge);
      const attacks = new Set<string>();
      const findings = incident.map((f) => {
        const ids = new Set((ev.get(f.eventId)?.rowIds ?? []).flatMap((r) => attackOf.get(r) ?? []));
        for (const id of ids) attacks.add(id);
        const d = dayOf(f.at);
        const op = f.facts.operation;
        const x = {
          same: before(`${f.detector}|${subject}`, d),
          sameObject: before(`${f.detector}|${subject}|${f.facts.object ?? f.facts.resource ?? f.facts.host ?? ""}`, d),
          org: before(f.detector, d),
          others: [...(subjectsOf.get(f.detector) ?? [])].filter(([s, first]) => s !== subject && first < d).length,
          active: knowledge.habits.activeDays(d),
          op: op === undefined ? null : knowledge.habits.daysOf("operation", op, d),
          hour: knowledge.habits.daysOfHour(new Date(f.at).getUTCHours(), d),
          week: knowledge.habits.weeksOfHour(new Date(f.at).getUTCHours(), d),
          weekAll: dayOf(f.at) , first: knowledge.since===null?null:dayOf(knowledge.since),
          network: f.facts.network === undefined ? null : knowledge.habits.daysOf("network", f.facts.network, d),
          country: f.facts.country === undefined ? null : knowledge.habits.daysOf("country", f.facts.country, d),
          resource: f.facts.resource === undefined ? null : knowledge.habits.daysOf("resource", f.facts.resource, d),
        };
        return { ...f, x, at: new Date(f.at).toISOString(), attacks: [...ids] };
      });
      result.push({
        subject, privileged: knowledge.privileged, automated: knowledge.automated, since: knowledge.since,
        score: decision.score, promoted: decision.promoted, inputs: decision.inputs, reasons: decision.reasons,
        attacks: [...attacks], findings,
      });
    }
  }
});
writeFileSync(out, JSON.stringify({ incidents: result, attacks: truth.attacks.map(({ rows, ...rest }) => ({ ...rest, n: rows.length })), people: truth.people, days: (Date.parse(truth.until) - counted) / 864e5 }));
console.log(result.length);
