import { numbersFrom } from "../../src/model/seeded-random.ts";
import { type Fault, findFaults } from "./fault-sites.ts";

/** A part of the code: the text of each of its files by path. */
export interface Area {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
}

export interface DrawnFault extends Fault {
  readonly id: number;
  readonly area: string;
}

/** Draws faults over all areas in proportion to their lines; the same seed and the same files give the same faults. */
export function drawFaults(areas: readonly Area[], count: number, seed: number): readonly DrawnFault[] {
  const random = numbersFrom(seed);
  const total = areas.reduce((sum, area) => sum + linesOf(area), 0);
  const drawn = areas.flatMap((area) => {
    const sites = [...area.files].flatMap(([file, text]) => findFaults(file, text));
    const wanted = Math.max(1, Math.round((count * linesOf(area)) / total));
    return drawApart(sites, wanted, random).map((fault) => ({ ...fault, area: area.name }));
  });
  return drawn.map((fault, at) => ({ ...fault, id: at + 1 }));
}

const linesOf = ({ files }: Area): number =>
  [...files.values()].reduce((sum, text) => sum + text.split("\n").length, 0);

/** Draws faults whose texts do not overlap, so that all of them can stand in the files at the same time. */
function drawApart(sites: readonly Fault[], wanted: number, random: () => number): readonly Fault[] {
  const drawn: Fault[] = [];
  const left = [...sites];
  while (drawn.length < wanted && left.length > 0) {
    const [site] = left.splice(Math.floor(random() * left.length), 1);
    if (site && !drawn.some((other) => overlap(site, other))) drawn.push(site);
  }
  return drawn;
}

const overlap = (a: Fault, b: Fault): boolean => a.file === b.file && a.start < b.end && b.start < a.end;
