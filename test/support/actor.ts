/** Who makes the changes of a test. */
export const TEST_ACTOR = { kind: "operator", id: "test", origin: "test" } as const;
