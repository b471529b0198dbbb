import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_NOISE } from "../../src/synth/knobs.ts";
import { PLANT_FAMILIES } from "../../src/synth/plants/plant.ts";
import { planOrganization } from "../../src/synth/plants/planted-organization.ts";
import { truthOf } from "../../src/synth/plants/truth.ts";

const text = readFileSync(new URL("../../docs/synth.md", import.meta.url), "utf8");

test("docs/synth.md names every member of truth.json, and no other", () => {
  const truth = truthOf(
    planOrganization({
      seed: 1,
      until: new Date("2026-11-01T00:00:00.000Z"),
      users: 50,
      nhis: 40,
      days: 14,
      rows: 1,
      plants: true,
      sources: "all",
      noise: DEFAULT_NOISE,
    }),
  );
  const table = text.slice(text.indexOf("## truth.json"), text.indexOf("A plant has"));
  const named = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
  );
  expect([...named].sort()).toEqual(Object.keys(truth).sort());
  const plant = text.slice(text.indexOf("A plant has"), text.indexOf("## Evaluation"));
  for (const member of Object.keys(truth.plants[0] ?? {})) expect(plant).toContain(`\`${member}\``);
  for (const family of PLANT_FAMILIES) expect(plant).toContain(`\`${family}\``);
});
