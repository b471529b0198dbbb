/** Frame for the attacks: who, when, and what they leave in the logs. */
import type { Out } from "../out.ts";
import type { Sink } from "../sink.ts";
import type { Person, World } from "../types.ts";
import type { Rng } from "../util.ts";
import { localTime, present, weekday, whereabouts } from "../everyday/people.ts";
import { homeNet, hostingNet, strangeDevice, torNet } from "../places.ts";
import { HOUR, iso } from "../util.ts";
import type { Area, CaseType, Plot, Stage } from "./plot.ts";
import { accountPlots } from "./accounts.ts";
import { azurePlots } from "./azure.ts";
import { consentPlots } from "./consent.ts";
import { dataPlots } from "./data.ts";
import { linuxPlots } from "./linux.ts";
import { machinePlots } from "./machine.ts";
import { mailPlots } from "./mail.ts";
import { networkPlots } from "./network.ts";
import { rolePlots } from "./roles.ts";
import { sabotagePlots } from "./sabotage.ts";
import { slowPlots } from "./slow.ts";
import { trustPlots } from "./trust.ts";
import { windowsPlots } from "./windows.ts";

export type Attack = { id: string; kind: string; area: Area; difficulty: Plot["difficulty"]; types: CaseType[];
  subjects: string[]; start: string; end: string; rows: string[]; decisive: string[]; summary: string };

const AREAS: [Area, Plot[]][] = [
  ["account-takeover", accountPlots], ["consent", consentPlots], ["trust", trustPlots], ["roles", rolePlots],
  ["mail", mailPlots], ["data", dataPlots],
  ["sabotage", sabotagePlots], ["azure", azurePlots], ["machine", machinePlots], ["windows", windowsPlots],
  ["linux", linuxPlots], ["network", networkPlots],
  ["slow", slowPlots],
];

const REPEATED = 14;
const ORDINARY_COUNTRIES = ["RU", "NG", "VN", "BR", "ID", "US", "GB", "TR"];

export function stageAttacks(w: World, out: Out, sink: Sink): Attack[] {
  const plan = w.rng.fork("plan");
  const all = AREAS.flatMap(([area, plots]) => plots.map((plot) => ({ area, plot })));
  const repeatable = plan.shuffle(all.filter((e) => !e.plot.once && !e.plot.slow && e.plot.difficulty !== "hard"));
  const again =
    repeatable.sort((a, b) => Number(b.plot.difficulty === "obvious") - Number(a.plot.difficulty === "obvious") ||
    0).slice(0, REPEATED);
  const entries = plan.shuffle([...all, ...again]);
  const used = new Set<Person>();
  const misused = new Map<Person, number>();
  const firstDay = w.historyDays + 1;
  const span = w.days - firstDay - 3;
  const attacks = entries.map(({ area, plot }, index): Attack => {
    const rng = w.rng.fork(`attack/${plot.kind}/${index}`);
    let day = plot.slow ? firstDay + rng.int(0, 3) : firstDay + Math.floor((index / entries.length) * span);
    while (weekday(day) > 5) {
      day += day + 2 < w.days - 2 ? 1 : -1;
    }
    const scope = sink.begin();
    const stage = createStage(w, out, rng, day, used, misused, (ids) => ids.forEach((id) => scope.decisive.add(id)),
      (run) => {
      const before = scope.rows.length;
      const { first, last } = scope;
      run();
      scope.rows.length = before;
      scope.first = first;
      scope.last = last;
    });
    const { subjects, summary } = plot.run(stage);
    sink.end();
    const rows = [...new Set(scope.rows)];
    if (rows.length === 0 || scope.decisive.size === 0) {
      throw new Error(`attack without rows: ${plot.kind}`);
    }
    return { id: "", kind: plot.kind, area, difficulty: plot.difficulty, types: plot.types,
      subjects: [...new Set(subjects)], start: iso(scope.first), end: iso(scope.last), rows,
      decisive: [...scope.decisive], summary };
  });
  attacks.sort((a, b) => a.start.localeCompare(b.start));
  attacks.forEach((attack, i) => {
    attack.id = `a${String(i + 1).padStart(3, "0")}`;
  });
  return attacks;
}

function createStage(w: World, out: Out, rng: Rng, day: number, used: Set<Person>, misused: Map<Person, number>,
  key: Stage["key"], aside: Stage["aside"]): Stage {
  let last: { site: Person["site"] } = { site: w.sites[0]! };
  const protectedPeople = new Set<Person>(Object.values(w.staff).flat());
  const here = (p: Person): boolean => present(p, day) && present(p, day + (weekday(day) === 5 ? 3 : 1));
  const stage: Stage = {
    w,
    out,
    rng,
    day,
    key,
    aside,
    person(filter = () => true) {
      const candidates = w.people.filter((p) => p.joins === 0 && p.leaves > w.days && !p.nightShift && filter(p));
      const there = candidates.filter(here);
      const base = there.length > 0 ? there : candidates;
      const fresh = base.filter((p) => !used.has(p));
      const ordinary = fresh.filter((p) => !protectedPeople.has(p));
      const found = rng.pick(ordinary.length > 0 ? ordinary : fresh.length > 0 ? fresh : base);
      used.add(found);
      last = found;
      return found;
    },
    work(person, on = day) {
      let d = on;
      while (!present(person, d) && d < w.days - 3) {
        d++;
      }
      return localTime(w, person, d, person.start) + rng.real(0.6, 7) * HOUR;
    },
    night: (on = day) => localTime(w, last, on, rng.real(21.5, 27.5)),
    at: (on, hour) => localTime(w, last, on, hour),
    where: (person) => whereabouts(person, day).at,
    intruder(kind = "hosting", country) {
      const net = kind === "tor" ? torNet(rng) : kind === "home" ? homeNet(rng, country ?? rng.pick(ORDINARY_COUNTRIES))
        : hostingNet(rng, country);
      return { net, device: strangeDevice(rng) };
    },
    host: (filter) => rng.pick(Object.values(w.servers).filter(filter)),
    admin(list) {
      const there = list.filter((p) => present(p, day));
      const times = (p: Person): number => misused.get(p) ?? 0;
      const candidates = there.length > 0 ? there : list;
      const least = Math.min(...candidates.map(times));
      const person = rng.pick(candidates.filter((p) => times(p) === least));
      misused.set(person, least + 1);
      const at = whereabouts(person, day).at;
      last = person;
      return { person, account: person.admin ?? person, ip: at.net.ip, at };
    },
    by: (actor, net) => ({ actor, ip: net.ip }),
  };
  return stage;
}
