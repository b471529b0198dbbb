import type { DetectionNotes, RuleList } from "../../../model/rule-list.ts";
import type { DatabaseLink } from "../../../store/database/database.ts";
import type { WorkerMetrics } from "../worker-parts.ts";

/** What the thread is given when it is started. */
export interface ThreadSettings {
  readonly link: DatabaseLink;
  readonly rulesFolder: string;
}

/** A question about the detectors of a domain. */
export type Question =
  | { readonly about: "rules"; readonly domain: string }
  | { readonly about: "notes"; readonly domain: string; readonly slug: string };

/** The answers, by what the question is about. */
export interface Answers {
  readonly rules: Pick<RuleList, "detections" | "refused">;
  /** Undefined if there is no such detector any more. */
  readonly notes: DetectionNotes | undefined;
}

/** What the thread is sent. */
export type Command =
  | { readonly kind: "start" }
  | { readonly kind: "poke"; readonly domainId: string }
  | { readonly kind: "ask"; readonly id: number; readonly question: Question }
  | { readonly kind: "stop" };

/** What the thread sends. */
export type Report =
  | { readonly kind: "log"; readonly facts: object; readonly message: string }
  | { readonly kind: "count"; readonly name: keyof WorkerMetrics; readonly values: readonly number[] }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answers[keyof Answers] }
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
  | { readonly kind: "stopped" };
