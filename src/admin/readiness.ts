import { forceReady } from "../actions/force-ready.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { answerOf } from "../http/answer.ts";
import { assessReadiness } from "../model/readiness.ts";
import { DONE, type MountAdmin } from "./admin-plane.ts";

/** Mounts the readiness of resources. */
export function mountReadiness(mount: MountAdmin): void {
  mount(at.getReadiness, async (caller) => {
    const items = (await caller.readiness()).map((facts) => {
      const { resource, ready, daysUntilReady, details } = assessReadiness(facts);
      return {
        resource,
        ready,
        days_until_ready: daysUntilReady,
        details,
        required_days: facts.requiredDays,
        first_event_at: facts.firstEventAt,
        newest_event_at: facts.newestEventAt,
        ready_at: facts.readyAt,
      };
    });
    return answerOf(JSON.stringify({ items }));
  });

  mount(at.forceReady, async (caller, { params }) => {
    await forceReady(caller, params.resource);
    return answerOf(DONE);
  });
}
