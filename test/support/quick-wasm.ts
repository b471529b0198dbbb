/**
 * Keeps V8 from optimizing the embedded database: a test ends before that pays off. For tests and the programs they
 * start; the database behaves the same, and most test files take a quarter less CPU time.
 */
export const QUICK_WASM = "--liftoff-only";
