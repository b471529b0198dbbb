import type { ConnectorNote } from "../../store/connectors/connector-settings.ts";

const KEPT = 10;

/** The notes of a connector after a poll: what it said, then what earlier ones said, until there are too many. */
export function mergeNotes(
  known: readonly ConnectorNote[],
  said: readonly string[],
  at: Date,
): readonly ConnectorNote[] {
  const fresh = new Set(said);
  const earlier = known.filter(({ text }) => !fresh.has(text));
  return [...[...fresh].map((text) => ({ text, at })), ...earlier].slice(0, KEPT);
}
