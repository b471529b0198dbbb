/** The parts of the evaluation of a seed. */
export const PARTS = ["organization", "quiet", "dense", "large", "rhythms", "sparse", "repeatability"] as const;
export type Part = (typeof PARTS)[number];

/** Reads a list of seeds such as `301,302`; one number is one seed. */
export function readSeeds(text: string): readonly number[] {
  const seeds = text.split(",").map((one) => (/^\d+$/.test(one) ? Number(one) : Number.NaN));
  if (!seeds.every(Number.isSafeInteger)) throw new Error(`--seeds is not a list of whole numbers: ${text}`);
  return seeds;
}

/** Reads a list of parts such as `organization,quiet`. */
export function readParts(text: string): readonly Part[] {
  return text.split(",").map((name) => {
    const part = PARTS.find((one) => one === name);
    if (!part) throw new Error(`--parts contains ${name}, which is none of ${PARTS.join(", ")}`);
    return part;
  });
}
