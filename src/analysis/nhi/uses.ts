import type { ActivityDay, Dimension, RowRef } from "../../model/identity/activity.ts";
import { productName } from "../../model/identity/product-names.ts";
import { byText, WINDOW_DAYS } from "./facts.ts";

/** All use of one value of a dimension. */
export interface UseTotal {
  readonly key: string;
  readonly label: string;
  /** The labels in rows, where they differ for one application. */
  readonly spellings: ReadonlySet<string>;
  /** Within the window. */
  readonly count: number;
  readonly firstDay: number;
  readonly lastDay: number;
  /** The days of use, ascending, with counts and one row each. */
  readonly days: readonly { readonly day: number; readonly count: number; readonly sample: RowRef }[];
}

/** The activity of an identity, totalled. */
export interface Uses {
  /** The days of the window, ascending. */
  readonly window: readonly ActivityDay[];
  readonly calls: number;
  readonly failures: number;
  readonly bytes: number;
  /** Calls in the window before, or null if history does not reach back that far. */
  readonly callsBefore: number | null;
  readonly firstDay: number | null;
  readonly lastDay: number | null;
  /** Values with use in the window, the most frequent first. */
  of(dimension: Dimension): readonly UseTotal[];
  /** Values with any use in the history, by key. */
  all(dimension: Dimension): ReadonlyMap<string, UseTotal>;
}

interface Total {
  readonly key: string;
  readonly label: string;
  readonly spellings: Set<string>;
  count: number;
  readonly days: { day: number; count: number; sample: RowRef }[];
}

/** Returns the name of an application that rows refer to by an id; null if it is not known. */
export type ApplicationName = (id: string) => string | null;

/** The kind of a resource that is an API: an application under another dimension. */
const API = "api:";

/** Totals the days of an identity; `day` is the evaluation day. The names of one application or API count as one value. */
export function totalUses(days: readonly ActivityDay[], day: number, nameOf: ApplicationName = () => null): Uses {
  const from = day - WINDOW_DAYS;
  const window = days.filter((each) => each.day >= from);
  const totals = new Map<Dimension, Map<string, Total>>();
  for (const each of days) addDay(totals, each, each.day >= from, nameOf);
  const views = new Map([...totals].map(([dimension, values]) => [dimension, viewOf(values)]));
  const before = days.filter((each) => each.day < from && each.day >= from - WINDOW_DAYS);
  const reachesBack = (days[0]?.day ?? day) <= from - WINDOW_DAYS / 2;
  return {
    window,
    calls: sumOf(window, ({ events }) => events),
    failures: sumOf(window, ({ failures }) => failures),
    bytes: sumOf(window, ({ bytes }) => bytes),
    callsBefore: reachesBack ? sumOf(before, ({ events }) => events) : null,
    firstDay: days[0]?.day ?? null,
    lastDay: days.at(-1)?.day ?? null,
    of: (dimension) =>
      [...(views.get(dimension)?.values() ?? [])]
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || byText(a.key, b.key)),
    all: (dimension) => views.get(dimension) ?? new Map(),
  };
}

function addDay(
  totals: Map<Dimension, Map<string, Total>>,
  each: ActivityDay,
  isInWindow: boolean,
  nameOf: ApplicationName,
): void {
  for (const use of each.uses) {
    const { key, label } = namedOnce(use, nameOf);
    const values = totals.get(use.dimension) ?? new Map<string, Total>();
    totals.set(use.dimension, values);
    const total = values.get(key) ?? { key, label, spellings: new Set(), count: 0, days: [] };
    values.set(key, total);
    total.spellings.add(use.label);
    if (isInWindow) total.count += use.count;
    const last = total.days.at(-1);
    if (last?.day === each.day) last.count += use.count;
    else total.days.push({ day: each.day, count: use.count, sample: use.sample });
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Listed = Pick<ActivityDay["uses"][number], "dimension" | "key" | "label">;

/** Returns one key and label for all names of an application or API, and those of any other value as they are. */
function namedOnce({ dimension, key, label }: Listed, nameOf: ApplicationName): Pick<Listed, "key" | "label"> {
  if (dimension === "application") return applicationOf(key, label, nameOf);
  if (dimension !== "resource" || !key.startsWith(API) || !label.startsWith(API)) return { key, label };
  const api = applicationOf(key.slice(API.length), label.slice(API.length), nameOf);
  return { key: `${API}${api.key}`, label: `${API}${api.label}` };
}

function applicationOf(key: string, label: string, nameOf: ApplicationName): Pick<Listed, "key" | "label"> {
  const name = productName((UUID.test(key) ? nameOf(key) : null) ?? label);
  return { key: name.toLowerCase(), label: name };
}

const viewOf = (values: ReadonlyMap<string, Total>): ReadonlyMap<string, UseTotal> =>
  new Map(
    [...values].map(([key, total]) => [
      key,
      { ...total, firstDay: total.days[0]?.day ?? 0, lastDay: total.days.at(-1)?.day ?? 0 },
    ]),
  );

const sumOf = (days: readonly ActivityDay[], read: (day: ActivityDay) => number): number =>
  days.reduce((sum, day) => sum + read(day), 0);
