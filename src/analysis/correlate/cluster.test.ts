import { describe, expect, test } from "vitest";
import { aFinding, DAY, shuffled } from "../../../test/support/case-findings.ts";
import { clusterFindings } from "./cluster.ts";

const daysOf = (findings: ReturnType<typeof clusterFindings>) =>
  findings.map((cluster) => cluster.map(({ at }) => (at - (cluster[0]?.at ?? 0)) / DAY));

describe("clusterFindings", () => {
  test("findings up to 7 days apart are one cluster, further apart they are two", () => {
    expect(daysOf(clusterFindings([0, 7, 14].map((day) => aFinding({ day }))))).toEqual([[0, 7, 14]]);
    expect(clusterFindings([0, 7.01].map((day) => aFinding({ day })))).toHaveLength(2);
  });

  test("no cluster is longer than 30 days, however close its findings are", () => {
    const daily = Array.from({ length: 40 }, (_, day) => aFinding({ day }));
    expect(clusterFindings(daily).map(({ length }) => length)).toEqual([31, 9]);
  });

  test("the order of the findings changes nothing", () => {
    const findings = Array.from({ length: 60 }, (_, n) =>
      aFinding({ day: (n * n) % 97, severity: n % 5 === 0 ? "none" : "low" }),
    );
    const expected = clusterFindings(findings);
    for (let seed = 0; seed < 20; seed++) expect(clusterFindings(shuffled(findings, seed))).toEqual(expected);
  });

  test("findings of severity none neither bridge gaps nor extend a cluster, but join one they fall into", () => {
    const none = (day: number) => aFinding({ day, severity: "none" });
    const findings = [aFinding({ day: 0 }), none(6), aFinding({ day: 12 }), none(13), none(30)];
    expect(daysOf(clusterFindings(findings))).toEqual([
      [0, 6],
      [0, 1],
    ]);
    expect(clusterFindings([none(1), none(2)])).toEqual([]);
  });

  test("no finding is in two clusters, and every scored finding is in one", () => {
    const findings = Array.from({ length: 200 }, (_, n) => aFinding({ day: (n * 37) % 211 }));
    const all = clusterFindings(findings).flat();
    expect(new Set(all).size).toBe(findings.length);
    expect(all).toHaveLength(findings.length);
  });
});
