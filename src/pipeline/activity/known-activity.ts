import { compareText } from "../../model/text/compare-text.ts";
import { RecentEntries } from "../../runtime/recent-entries.ts";
import { type ActorAddress, REFRESH_DAYS } from "../../store/activity/address-use.ts";
import type { ActivityBatch, NewActor, NewValue } from "../../store/activity/save-activity.ts";

/**
 * Cache of actors, values and addresses that are stored already. Nearly all of a batch are, such as the country of the hundredth
 * sign-in of a user; the cache saves sending them again. Storing one again changes nothing, and only addresses are ever
 * deleted, long after their last day.
 */
export interface KnownActivity {
  /** Starts a transaction of a domain; what it stores enters the cache with `keep`. */
  begin(domainId: string): KnownInTransaction;
}

interface KnownInTransaction {
  /** Returns the batch without the actors and values that would change nothing. */
  newOf(batch: ActivityBatch): ActivityBatch;
  /** Adds the new ones to the cache, after the transaction was committed. */
  keep(): void;
}

const MAX_ENTRIES = 20_000;

/** Caches the latest actors, values and addresses, of each between `max` and twice as many. */
export function createKnownActivity(max = MAX_ENTRIES): KnownActivity {
  const values = new RecentEntries<string>(max);
  const actors = new RecentEntries<NewActor>(max);
  const addresses = new RecentEntries<ActorAddress>(max);
  return {
    begin: (domainId) => {
      let fresh: Pick<ActivityBatch, "values" | "actors" | "addresses"> = { values: [], actors: [], addresses: [] };
      const nameOf = ({ dimension, hash }: NewValue): string => `${domainId}${dimension}:${hash}`;
      const keyOf = ({ actorKey }: NewActor): string => `${domainId}${actorKey}`;
      const useOf = ({ address, actorKey }: ActorAddress): string => `${domainId}${address} ${actorKey}`;
      return {
        newOf: (batch) => {
          fresh = {
            values: batch.values.filter((value) => !isLabeled(values.get(nameOf(value)), value)),
            actors: batch.actors.filter((actor) => !isCovered(actors.get(keyOf(actor)), actor)),
            addresses: batch.addresses.filter((used) => !isInUse(addresses.get(useOf(used)), used)),
          };
          return { ...batch, ...fresh };
        },
        keep: () => {
          for (const value of fresh.values) values.set(nameOf(value), value.label);
          for (const used of fresh.addresses) addresses.set(useOf(used), withUse(addresses.get(useOf(used)), used));
          for (const actor of fresh.actors) actors.set(keyOf(actor), withActor(actors.get(keyOf(actor)), actor));
        },
      };
    },
  };
}

/** The least label of a value is stored. */
const isLabeled = (known: string | undefined, { label }: NewValue): boolean =>
  known !== undefined && compareText(known, label) <= 0;

/** Returns whether the stored days of an address are near enough. */
const isInUse = (known: ActorAddress | undefined, { firstDay, lastDay }: ActorAddress): boolean =>
  known !== undefined && known.firstDay <= firstDay && known.lastDay > lastDay - REFRESH_DAYS;

const withUse = (known: ActorAddress | undefined, used: ActorAddress): ActorAddress => ({
  ...used,
  firstDay: Math.min(known?.firstDay ?? used.firstDay, used.firstDay),
  lastDay: Math.max(known?.lastDay ?? used.lastDay, used.lastDay),
});

/** Returns whether an actor adds nothing to one that is stored. */
function isCovered(known: NewActor | undefined, { kind, keys, name, firstDay, lastDay }: NewActor): boolean {
  if (known === undefined || known.firstDay > firstDay || known.lastDay < lastDay || known.kind < kind) return false;
  if (name !== null && (known.name === null || compareText(known.name, name) > 0)) return false;
  return keys.every((key) => known.keys.includes(key));
}

/** Returns an actor that covers both; the other identifiers of the earlier one are dropped if the later has others. */
function withActor(known: NewActor | undefined, actor: NewActor): NewActor {
  if (known === undefined) return actor;
  const isKnownName = known.name !== null && (actor.name === null || compareText(known.name, actor.name) <= 0);
  return {
    actorKey: actor.actorKey,
    kind: known.kind > actor.kind ? known.kind : actor.kind,
    keys: actor.keys.every((key) => known.keys.includes(key)) ? known.keys : actor.keys,
    name: isKnownName ? known.name : actor.name,
    firstDay: Math.min(known.firstDay, actor.firstDay),
    lastDay: Math.max(known.lastDay, actor.lastDay),
  };
}
