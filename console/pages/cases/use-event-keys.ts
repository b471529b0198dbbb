import { useShortcuts } from "../../app/shortcuts.tsx";
import type { Choice } from "./use-choice.ts";

/** The id of an event's element. */
export const eventElementId = (eventId: string): string => `event-${eventId}`;

/** Moves between the events of a case by key, and chooses those that a verdict is limited to. */
export function useEventKeys(eventIds: readonly string[], choice: Choice | undefined): void {
  const current = (): number => eventIds.findIndex((id) => document.activeElement?.closest(`#${eventElementId(id)}`));
  const moveTo = (index: number): void => {
    const id = eventIds[Math.min(Math.max(index, 0), eventIds.length - 1)];
    const element = id === undefined ? null : document.getElementById(eventElementId(id));
    element?.focus();
  };
  const choose = (upTo: boolean): void => {
    const id = eventIds[current()];
    if (id === undefined) moveTo(0);
    else if (upTo) choice?.extendTo(id);
    else choice?.toggle(id);
  };
  useShortcuts([
    { keys: "j", does: "Next event", run: () => moveTo(current() + 1) },
    { keys: "k", does: "Previous event", run: () => moveTo(current() - 1) },
    ...(choice
      ? [
          { keys: "x", does: "Choose the event, for a verdict on some events only", run: () => choose(false) },
          { keys: "X", does: "Choose all events up to this one", run: () => choose(true) },
        ]
      : []),
    ...(choice && choice.ids.length > 0 ? [{ keys: "Escape", does: "Choose no event", run: choice.clear }] : []),
  ]);
}
