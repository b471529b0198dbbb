import type { TestService } from "./service.ts";

/** Advances the clock of a test service and returns the new time as text. */
export function advanceClock(service: TestService, ms = 60_000): string {
  service.clock.now = new Date(service.clock.now.getTime() + ms);
  return service.clock.now.toISOString();
}
