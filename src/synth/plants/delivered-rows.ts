import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import type { Knobs } from "../knobs.ts";
import { MINUTE_MS } from "../moment.ts";
import { type Random, seededRandom } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { covers, type Span } from "../workforce/employee.ts";

const OUTAGE_PERIOD_DAYS = 120;
const LATEST_DAYS = 2;

interface Outage extends Span {
  readonly table: LogTable;
}

export const drawOutages = ({ seed, days, noise }: Knobs): readonly Outage[] => {
  const random = seededRandom(seed, "outages");
  const count = Math.round((noise.outages * days) / OUTAGE_PERIOD_DAYS);
  return Array.from({ length: count }, () => {
    const from = random.int(5, Math.max(6, days - 10));
    return { table: random.pick(LOG_TABLES), from, to: from + random.int(0, 4) };
  });
};

/** Turns the rows of a day into what arrives: lost, repeated, rounded and late rows, and none during an outage. */
export function createDelivery(knobs: Knobs): (day: number, rows: readonly SynthRow[]) => readonly SynthRow[] {
  const outages = drawOutages(knobs);
  const waiting = new Map<number, SynthRow[]>();
  return (day, rows) => {
    const random = seededRandom(knobs.seed, `delivery/${day}`);
    const failing = new Set(outages.filter((outage) => covers(outage, day)).map(({ table }) => table));
    const once = [...new Map(rows.map((row) => [row.fields["_ItemId"], row])).values()];
    const arrived = once.filter(({ table }) => !failing.has(table)).flatMap((row) => deliver(row, random, knobs));
    const late = new Set(arrived.filter(() => random.chance(knobs.noise.late)));
    for (const row of late) {
      const on = Math.min(day + random.int(1, LATEST_DAYS), knobs.days);
      if (on === day) late.delete(row);
      else waiting.set(on, [...(waiting.get(on) ?? []), row]);
    }
    const due = waiting.get(day) ?? [];
    waiting.delete(day);
    const inTime = arrived.filter((row) => !late.has(row)).sort((a, b) => a.at.getTime() - b.at.getTime());
    return [...inTime, ...due];
  };
}

function deliver(row: SynthRow, random: Random, { noise }: Knobs): readonly SynthRow[] {
  if (random.chance(noise.loss)) return [];
  const sent = random.chance(noise.rounded) ? rounded(row) : row;
  return random.chance(noise.duplicates) ? [sent, sent] : [sent];
}

function rounded(row: SynthRow): SynthRow {
  const at = new Date(Math.floor(row.at.getTime() / MINUTE_MS) * MINUTE_MS);
  return { ...row, at, fields: { ...row.fields, TimeGenerated: at.toISOString() } };
}
