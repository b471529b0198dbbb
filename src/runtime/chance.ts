/** Returns a number from 0 up to, but not including, 1. The only source of randomness; tests pass a fixed one. */
export type Chance = () => number;

export const systemChance: Chance = () => Math.random();
