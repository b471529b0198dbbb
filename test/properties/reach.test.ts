import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fields } from "../../src/model/fields.ts";
import { BLAST_RADII } from "../../src/model/identity/entitlement.ts";
import { bruteForceReach } from "../support/brute-force-reach.ts";
import { identitiesOf, modelsOf, type PlantedDirectory, plantedDirectory } from "../support/planted-directory.ts";

const RUNS = 200;

const check = (property: (directory: PlantedDirectory) => void) =>
  fc.assert(fc.property(plantedDirectory, property), { numRuns: RUNS, seed: 20_261_115 });

describe("the reach of an identity", () => {
  it("agrees with a search over all paths, on planted directories", () => {
    check((directory) => {
      const { access } = modelsOf(directory);
      for (const id of identitiesOf(directory)) {
        const { reachesControlPlane, share, path, blastRadius } = access.reachOf(id);
        const expected = bruteForceReach(directory, id);
        expect([id, reachesControlPlane, share]).toEqual([id, expected.edges !== null, expected.share]);
        const controlEdges = path.filter(({ edge }) => edge !== "HasRole" && edge !== "MemberOf").length;
        expect([id, controlEdges]).toEqual([id, expected.edges ?? 0]);
        expect(blastRadius === "critical").toBe(expected.edges !== null && expected.edges <= 1);
      }
    });
  });

  it("agrees with it when a capability covers many identities", () => {
    const many = Array.from({ length: 80 }, (_, n): [string, Fields] => [`extra-${n}`, { displayName: "Extra" }]);
    const property = fc.property(plantedDirectory, (planted) => {
      const directory = { ...planted, users: new Map([...planted.users, ...many]) };
      const { access } = modelsOf(directory);
      for (const id of identitiesOf(planted)) {
        expect([id, access.reachOf(id).share]).toEqual([id, bruteForceReach(directory, id).share]);
      }
    });
    fc.assert(property, { numRuns: 30, seed: 20_261_115 });
  });

  it("never grows when something is taken from the identity", () => {
    check((directory) => {
      const { access } = modelsOf(directory);
      for (const kind of [
        "role-assignments",
        "role-eligibilities",
        "app-role-assignments",
        "azure-role-assignments",
      ] as const) {
        for (const [removed, fields] of directory[kind]) {
          const id = String(fields["principalId"]);
          const rest = new Map([...directory[kind]].filter(([other]) => other !== removed));
          const before = access.reachOf(id);
          const after = modelsOf({ ...directory, [kind]: rest }).access.reachOf(id);
          expect(BLAST_RADII.indexOf(after.blastRadius)).toBeLessThanOrEqual(BLAST_RADII.indexOf(before.blastRadius));
          expect(!before.reachesControlPlane && after.reachesControlPlane).toBe(false);
          expect(after.tier).toBeGreaterThanOrEqual(before.tier);
        }
      }
    });
  });

  it("does not change when an unrelated identity is added, apart from shares", () => {
    check((directory) => {
      const more = modelsOf({
        ...directory,
        users: new Map([...directory.users, ["a-stray", { displayName: "Stray" }]]),
        "service-principals": new Map([...directory["service-principals"], ["z-stray", { displayName: "Stray" }]]),
      }).access;
      const { access } = modelsOf(directory);
      for (const id of identitiesOf(directory)) {
        const [before, after] = [access.reachOf(id), more.reachOf(id)];
        expect({ ...after, share: 0, blastRadius: "" }).toEqual({ ...before, share: 0, blastRadius: "" });
        expect(more.entitlementsOf(id)).toEqual(access.entitlementsOf(id));
      }
    });
  });
});
