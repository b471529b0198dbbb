/** A number from 0 up to, not including, 1. The only door to chance; tests pass a fixed one. */
export type Chance = () => number;

export const systemChance: Chance = () => Math.random();
