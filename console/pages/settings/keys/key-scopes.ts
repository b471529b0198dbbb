import type { Scope } from "../../../../src/model/vocabulary.ts";

interface ScopeText {
  readonly allows: string;
  /** Set if a new key has it unless the person decides otherwise. */
  readonly usual: boolean;
}

/** What each scope of a key allows. */
export const SCOPE_TEXTS: Readonly<Record<Scope, ScopeText>> = {
  "cases:read": { allows: "Read cases", usual: true },
  "threats:read": { allows: "Read threat events", usual: true },
  "users:read": { allows: "Read the people of the directory", usual: true },
  "personas:read": { allows: "Read personas of people", usual: true },
  "nhi:read": { allows: "Read machine identities and their clusters", usual: true },
  "integrations:read": { allows: "Read the state of integrations", usual: true },
  "drift:read": { allows: "Read drift", usual: true },
  "evidence:read": { allows: "Read the log rows behind threat events", usual: false },
  "cases:verdict": { allows: "Give verdicts on cases", usual: false },
  "ingest:write": { allows: "Deliver log rows and directory objects", usual: false },
};
export const ALL_SCOPES = Object.keys(SCOPE_TEXTS) as readonly Scope[];
