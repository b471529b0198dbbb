/**
 * On how many days detectors found something about a subject in the labeled sets for causes, and on how many of them it was an
 * attack, the latter first. `npm run evaluate:detection -- --write-precision` writes this file.
 */
export const MEASURED_PRECISION: Readonly<Record<string, readonly [right: number, found: number]>> = {};
