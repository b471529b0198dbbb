import type { ConnectorNote } from "../../store/connectors/connector-settings.ts";

const MAX_NOTES = 10;

/** Returns the notes of a connector after a poll: the new ones, then the earlier ones, at most 10. */
export function mergeNotes(
  earlier: readonly ConnectorNote[],
  texts: readonly string[],
  at: Date,
): readonly ConnectorNote[] {
  const fresh = new Set(texts);
  const kept = earlier.filter(({ text }) => !fresh.has(text));
  return [...[...fresh].map((text) => ({ text, at })), ...kept].slice(0, MAX_NOTES);
}
