import type { TestDomain, TestReply } from "./service.ts";
import type { JudgedCase } from "./verdict-model.ts";

export type JudgedReply = JudgedCase & {
  readonly case_id: string;
  readonly created_at: string;
  readonly events: JudgedCase["events"];
};

/** Submits a verdict on a case. */
export function judge(
  { ask }: Pick<TestDomain, "ask">,
  caseId: string,
  payload: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestReply> {
  const type = typeof payload === "string" ? { "content-type": "application/json" } : {};
  return ask(`/cases/${caseId}/verdict`, { method: "POST", payload, headers: { ...type, ...headers } });
}

/** Returns a case with everything that can be included. */
export async function readCase({ ask }: Pick<TestDomain, "ask">, caseId: string): Promise<JudgedReply> {
  const reply = await ask(`/cases/${caseId}?include=state,verdict`);
  if (reply.status !== 200) throw new Error(`GET /cases/${caseId} answered ${reply.status}: ${reply.text}`);
  return reply.body as unknown as JudgedReply;
}

/** The members of a case that verdicts can change. */
export function judgedPart({ state, closed_at, updated_at, events, verdict }: JudgedReply): JudgedCase {
  return {
    state,
    closed_at,
    updated_at,
    events: events.map(({ event_id, flagged, safe }) => ({ event_id, flagged, safe })),
    verdict,
  };
}

/** Returns the ETag of a case with the given `include`. */
export async function etagOf({ ask }: Pick<TestDomain, "ask">, caseId: string, query = ""): Promise<string> {
  return String((await ask(`/cases/${caseId}${query}`)).headers["etag"]);
}
