import { expect, it } from "vitest";
import type { RatedChange } from "./drift-severity.ts";
import { assignEpisodes, type KnownEpisode } from "./episodes.ts";

const changeOf = (day: number, period: RatedChange["period"] = "7d", key = "application:ledger"): RatedChange => ({
  subject: "ana",
  kind: "user",
  computator: "application_set",
  period,
  day,
  measure: "first_ever_share",
  value: 0.4,
  threshold: 0.1,
  direction: "added",
  significance: null,
  current: { from: day - 7, to: day, activeDays: 5, events: 100 },
  reference: { from: day - 35, to: day - 7, activeDays: 20, events: 400 },
  items: [
    {
      key,
      label: "Ledger",
      status: "new",
      before: 0,
      after: 0.4,
      contribution: 1,
      tier: null,
      isPrivileged: false,
      rows: [],
      object: null,
    },
  ],
  summary: "",
  reachesControlPlane: false,
  isRising: false,
  isShort: false,
  severity: "low",
});

const idOf = (name: string): string => name;
const factsOf = (...known: readonly KnownEpisode[]) => ({ known, isPersistent: () => true, idOf });
const knownOf = (lastHeldOn: number): KnownEpisode => ({
  driftId: "one",
  subject: "ana",
  computator: "application_set",
  period: "7d",
  openedOn: 90,
  lastHeldOn,
  leadingKey: "application:ledger",
});

it("a change that held within the last 7 evaluations belongs to the same episode", () => {
  const { opened, continued } = assignEpisodes(100, [changeOf(100)], factsOf(knownOf(93)));
  expect(opened).toEqual([]);
  expect(continued.map(({ driftId }) => driftId)).toEqual(["one"]);
});

it("after 7 evaluations without it a change opens a new episode, with another id", () => {
  const { opened, continued } = assignEpisodes(100, [changeOf(100)], factsOf(knownOf(92)));
  expect(continued).toEqual([]);
  expect(opened.map(({ driftId }) => driftId)).toEqual(["drift|user|ana|application_set|7d|1970-04-11"]);
});

it("the same change in a longer window refers to the episode of the shortest one", () => {
  const changes = [
    changeOf(100, "90d"),
    changeOf(100, "30d"),
    changeOf(100),
    changeOf(100, "180d", "application:other"),
  ];
  const { opened } = assignEpisodes(100, changes, factsOf());
  const shortest = opened.find(({ change }) => change.period === "7d")?.driftId;
  expect(opened.map(({ change, supersededBy }) => [change.period, supersededBy])).toEqual([
    ["7d", null],
    ["30d", shortest],
    ["90d", shortest],
    ["180d", null],
  ]);
});

it("a change that a shorter window showed before refers to it, also when that episode has ended", () => {
  const { opened } = assignEpisodes(
    115,
    [changeOf(115, "30d"), changeOf(115, "90d", "application:other")],
    factsOf(knownOf(96)),
  );
  expect(opened.map(({ change, supersededBy }) => [change.period, supersededBy])).toEqual([
    ["30d", "one"],
    ["90d", null],
  ]);
});

it("a rise and a fall of the same item are not the same change", () => {
  const rise = { ...changeOf(100), direction: "increase" as const };
  const fall = { ...changeOf(100, "30d"), direction: "decrease" as const };
  const { opened } = assignEpisodes(100, [rise, fall], factsOf());
  expect(opened.map(({ supersededBy }) => supersededBy)).toEqual([null, null]);
});

it("a change that has not persisted opens nothing, and continues an episode that is open", () => {
  const facts = { ...factsOf(knownOf(95)), isPersistent: () => false };
  const { opened, continued } = assignEpisodes(100, [changeOf(100), changeOf(100, "30d")], facts);
  expect(opened).toEqual([]);
  expect(continued.map(({ driftId }) => driftId)).toEqual(["one"]);
});
