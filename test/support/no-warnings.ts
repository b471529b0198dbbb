import { expect } from "vitest";

/** The log of a service that has nothing to warn about. */
export const NO_WARNINGS = { level: "warn", stream: { write: (line: string) => expect.unreachable(line) } };
