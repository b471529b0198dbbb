import type { CaseFinding } from "../../src/model/case-finding.ts";

export const DAY = 86_400_000;
export const START = Date.UTC(2026, 10, 1, 8);

let made = 0;

/** Creates a finding with a value in every field; `day` counts from the start. */
export function aFinding({ day = 0, ...fields }: Partial<CaseFinding> & { readonly day?: number } = {}): CaseFinding {
  made++;
  return {
    eventId: `00000000-0000-4000-8000-${made.toString().padStart(12, "0")}`,
    detector: "rare_country",
    at: START + day * DAY,
    severity: "medium",
    precision: null,
    threatType: "account_compromise",
    tactics: ["initial_access"],
    techniques: [],
    title: "First sign-in from a new country",
    table: "SigninLogs",
    rows: [],
    facts: {},
    ...fields,
  };
}

/** Shuffles a list, always in the same way for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const mixed = [...items];
  let state = seed + 1;
  for (let index = mixed.length - 1; index > 0; index--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (index + 1);
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}
