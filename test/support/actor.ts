/** The actor of changes that a test makes. */
export const TEST_ACTOR = { kind: "operator", id: "test", origin: "test" } as const;
