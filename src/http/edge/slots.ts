import type { ServerResponse } from "node:http";
import { Failure } from "../../model/failure.ts";

/** How many requests may be under way at once, in all and for one holder. */
export interface SlotLimits {
  readonly total: number;
  readonly perDomain: number;
  /** For everything that is open to anyone. */
  readonly open: number;
  /** For callers whose key is not known yet. */
  readonly unknownCallers: number;
  /** Bytes of a holder's answers that may wait for their readers. */
  readonly unsentBytes: number;
}

export const SLOT_LIMITS: Omit<SlotLimits, "total"> = {
  perDomain: 250,
  open: 100,
  unknownCallers: 200,
  unsentBytes: 64 * 1_048_576,
};

/** Whom a slot is for: a domain by its id, or one of the two groups of callers without one. */
export type Holder = "open" | "unknown callers" | { readonly domainId: string };

/** Counts the requests under way. A refused request holds nothing. */
export interface Slots {
  /** Takes a slot until the response has ended, or passes the response's slot on to another holder. */
  take(response: ServerResponse, holder: Holder): void;
  /** Keeps the response's slot until `work` is done, also when its caller has left. */
  during<T>(response: ServerResponse, work: () => Promise<T>): Promise<T>;
  /** Counts bytes that are about to be sent, until the response has ended. */
  send(response: ServerResponse, bytes: number): void;
}

interface Account {
  readonly name: string;
  readonly limit: number;
  slots: number;
  bytes: number;
}

interface Slot {
  account: Account;
  bytes: number;
  /** The response itself, and each piece of work that is done for it. */
  uses: number;
}

export function createSlots(limits: SlotLimits): Slots {
  const accounts = new Map<string, Account>();
  const slots = new Map<ServerResponse, Slot>();

  function accountOf(holder: Holder): Account {
    const name = typeof holder === "string" ? holder : holder.domainId;
    const known = accounts.get(name);
    if (known) return known;
    const limit = { open: limits.open, "unknown callers": limits.unknownCallers };
    return { name, limit: typeof holder === "string" ? limit[holder] : limits.perDomain, slots: 0, bytes: 0 };
  }

  function add(account: Account): void {
    account.slots += 1;
    accounts.set(account.name, account);
  }

  function remove(account: Account): void {
    account.slots -= 1;
    if (account.slots === 0) accounts.delete(account.name);
  }

  function release(response: ServerResponse, slot: Slot): void {
    slot.uses -= 1;
    if (slot.uses > 0) return;
    slots.delete(response);
    slot.account.bytes -= slot.bytes;
    remove(slot.account);
  }

  return {
    take: (response, holder) => {
      const account = accountOf(holder);
      const held = slots.get(response);
      if (held?.account === account) return;
      if (account.slots >= account.limit || (!held && slots.size >= limits.total)) throw overloaded();
      add(account);
      if (held) {
        held.account.bytes -= held.bytes;
        remove(held.account);
        account.bytes += held.bytes;
        held.account = account;
        return;
      }
      const slot = { account, bytes: 0, uses: 1 };
      slots.set(response, slot);
      response.once("close", () => release(response, slot));
    },
    during: async (response, work) => {
      const slot = slots.get(response);
      if (!slot) return work();
      slot.uses += 1;
      try {
        return await work();
      } finally {
        release(response, slot);
      }
    },
    send: (response, bytes) => {
      const slot = slots.get(response);
      if (!slot) return;
      // One answer may be of any size; several at once may not.
      if (slot.account.bytes > 0 && slot.account.bytes + bytes > limits.unsentBytes) throw overloaded();
      slot.account.bytes += bytes;
      slot.bytes += bytes;
    },
  };
}

const overloaded = (): Failure =>
  new Failure("unavailable", "too many requests are under way; try again shortly", {}, { "retry-after": "1" });
