/**
 * Keeps V8 from optimizing the embedded database while it runs: what a test asks of it is over before that pays.
 * For tests and the programs they start; the database works the same, and most files need a quarter less of the machine.
 */
export const QUICK_WASM = "--liftoff-only";
