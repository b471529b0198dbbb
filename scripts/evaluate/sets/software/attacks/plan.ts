import type { Store } from "../lib/log.ts";
import { day, iso } from "../lib/time.ts";
import type { Whereabouts } from "../everyday/whereabouts.ts";
import type { World } from "../org/world.ts";
import { accountKinds } from "./account.ts";
import { azureKinds } from "./azure.ts";
import { Case, Roster } from "./case.ts";
import type { Kind } from "./case.ts";
import { consentKinds } from "./consent.ts";
import { dataKinds } from "./data.ts";
import { linuxKinds } from "./linux.ts";
import { machineKinds } from "./machine.ts";
import { mailKinds } from "./mail.ts";
import { networkKinds } from "./network.ts";
import { roleKinds } from "./roles.ts";
import { sabotageKinds } from "./sabotage.ts";
import { slowKinds } from "./slow.ts";
import { trustKinds } from "./trust.ts";
import { windowsKinds } from "./windows.ts";

export const kinds: Kind[] = [...accountKinds, ...consentKinds, ...trustKinds, ...roleKinds, ...mailKinds, ...dataKinds,
  ...sabotageKinds, ...azureKinds, ...machineKinds, ...windowsKinds, ...linuxKinds, ...networkKinds, ...slowKinds];

export interface Truth {
  id: string;
  kind: string;
  area: string;
  difficulty: string;
  types: string[];
  subjects: string[];
  start: string;
  end: string;
  rows: string[];
  decisive: string[];
  summary: string;
}

/** Carries out all attacks, spread over the counted period. */
export const attack = (w: World, store: Store, whereabouts: Whereabouts): Truth[] => {
  const r = w.r.fork("attacks");
  const planned = r.shuffle(kinds.flatMap((kind) => Array.from({ length: kind.times ?? 1 },
    (_, i) => ({ kind, round: i }))));
  const roster = new Roster();
  const total = Math.floor((w.until - w.countedFrom) / day);
  const made: (Omit<Truth, "id"> & { time: number })[] = [];
  for (const [i, { kind, round }] of planned.entries()) {
    const days = kind.days ?? 1;
    const latest = total - days - 3;
    const offset = days > 1 ? r.int(1, Math.max(1, latest)) : 1 + Math.floor((i / planned.length) * latest);
    const c = new Case(w, r.fork(`${kind.kind}/${round}`), store, roster, whereabouts, w.countedFrom + offset * day);
    const summary = kind.run(c);
    if (c.rows.length === 0 || c.decisive.size === 0) throw new Error(`${kind.kind} has no rows or no decisive rows`);
    const times = c.rows.map((row) => row.time);
    const known = new Set(c.rows.map((row) => row.id));
    made.push({
      kind: kind.kind, area: kind.area, difficulty: kind.difficulty, types: kind.types, subjects: [...c.subjects],
      time: Math.min(...times), start: iso(Math.min(...times)), end: iso(times.reduce((x, y) => Math.max(x, y), 0)),
      rows: c.rows.map((row) => row.id), decisive: [...c.decisive].filter((id) => known.has(id)), summary,
    });
  }
  return made.sort((x, y) => x.time - y.time).map(({ time: _, ...one }, i) =>
    ({ id: `a${String(i + 1).padStart(3, "0")}`, ...one }));
};
