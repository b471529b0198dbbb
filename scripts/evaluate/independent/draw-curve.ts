import type { JudgedSet } from "./judged-incidents.ts";

/** What a threshold would give on a set. */
interface Point {
  readonly falseCases: number;
  readonly found: number;
}

/** Returns false cases per 1,000 people a day and the share of attacks in a case for a threshold. */
export function pointAt({ incidents, attacks, thousandDays }: JudgedSet, threshold: number): Point {
  const cases = incidents.filter(({ score }) => score >= threshold);
  const found = new Set(cases.flatMap((one) => one.attacks));
  const wrong = cases.filter((one) => one.attacks.length === 0).length;
  return { falseCases: wrong / thousandDays, found: found.size / attacks };
}

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [640, 400, 60, 20, 20, 50];
const MOST_FALSE = 5;
const COLORS = ["#1f6feb", "#bc4c00", "#1a7f37", "#8250df"];
const THRESHOLDS = Array.from({ length: 96 }, (_, n) => (n + 4) / 100);

const xOf = (value: number): string => (LEFT + (value / MOST_FALSE) * (WIDTH - LEFT - RIGHT)).toFixed(1);
const yOf = (share: number): string => (HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)).toFixed(1);

/** Draws the share of attacks in a case against false cases, a line for each set, with the threshold in use. */
export function drawCurve(sets: ReadonlyMap<string, JudgedSet>, threshold: number): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...[0, 1, 2, 3, 4, MOST_FALSE].map(
      (x) => `<text x="${xOf(x)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${x}</text>`,
    ),
    ...[0, 0.2, 0.4, 0.6, 0.8, 1].map(gridLine),
    `<text x="${xOf(MOST_FALSE / 2)}" y="${HEIGHT - 10}" text-anchor="middle">false cases per 1,000 people a day</text>`,
    `<text transform="translate(16 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">share of attacks in a case</text>`,
    ...[...sets].flatMap(([name, set], index) => curveOf(name, set, { index, threshold })),
    "</svg>\n",
  ].join("\n");
}

const gridLine = (share: number): string =>
  `<path d="M${LEFT} ${yOf(share)}H${WIDTH - RIGHT}" stroke="#d0d7de"/><text x="${LEFT - 8}" y="${Number(yOf(share)) + 4}" text-anchor="end">${share.toFixed(1)}</text>`;

function curveOf(name: string, set: JudgedSet, { index, threshold }: { index: number; threshold: number }): string[] {
  const color = COLORS[index % COLORS.length] ?? "#000000";
  const points = THRESHOLDS.map((each) => pointAt(set, each)).filter(({ falseCases }) => falseCases <= MOST_FALSE);
  const line = points.map(({ falseCases, found }) => `${xOf(falseCases)},${yOf(found)}`).join(" ");
  const chosen = pointAt(set, threshold);
  const label = `${name}, threshold ${threshold.toFixed(2)}: ${chosen.found.toFixed(2)} at ${chosen.falseCases.toFixed(1)}`;
  return [
    `<polyline points="${line}" fill="none" stroke="${color}" stroke-width="2"/>`,
    `<circle cx="${xOf(Math.min(MOST_FALSE, chosen.falseCases))}" cy="${yOf(chosen.found)}" r="5" fill="${color}"/>`,
    `<text x="${WIDTH - RIGHT - 8}" y="${HEIGHT - BOTTOM - 16 - 18 * index}" text-anchor="end" fill="${color}">${label}</text>`,
  ];
}
