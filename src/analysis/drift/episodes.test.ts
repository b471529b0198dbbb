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
  const { opened, continued } = assignEpisodes(100, [changeOf(100)], [knownOf(93)], idOf);
  expect(opened).toEqual([]);
  expect(continued.map(({ driftId }) => driftId)).toEqual(["one"]);
});

it("after 7 evaluations without it a change opens a new episode, with another id", () => {
  const { opened, continued } = assignEpisodes(100, [changeOf(100)], [knownOf(92)], idOf);
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
  const { opened } = assignEpisodes(100, changes, [], idOf);
  const shortest = opened.find(({ change }) => change.period === "7d")?.driftId;
  expect(opened.map(({ change, supersededBy }) => [change.period, supersededBy])).toEqual([
    ["7d", null],
    ["30d", shortest],
    ["90d", shortest],
    ["180d", null],
  ]);
});
