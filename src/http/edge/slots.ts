import type { ServerResponse } from "node:http";
import { overloaded } from "./overloaded.ts";

/** How many requests may be in flight, in total and per holder. */
export interface SlotLimits {
  readonly total: number;
  readonly perDomain: number;
  /** For all routes that need no key. */
  readonly open: number;
  /** For callers whose key has not been verified yet. */
  readonly unknownCallers: number;
  /** Bytes of a holder's responses that clients have not read yet. */
  readonly unsentBytes: number;
}

export const SLOT_LIMITS: Omit<SlotLimits, "total"> = {
  perDomain: 250,
  open: 100,
  unknownCallers: 200,
  unsentBytes: 64 * 1_048_576,
};

/** The holder of a slot: a domain, or one of the two groups of callers without one. */
export type Holder = "open" | "unknown callers" | { readonly domainId: string };

/** Limits the requests in flight. A refused request holds no slot. */
export interface Slots {
  /** Acquires a slot until the response has ended, or moves the response's slot to another holder. */
  take(response: ServerResponse, holder: Holder): void;
  /** Keeps the response's slot until `work` is done, even if the client disconnects. */
  during<T>(response: ServerResponse, work: () => Promise<T>): Promise<T>;
  /** Counts bytes about to be sent, until the response has ended. */
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
  /** Number of users: the response itself, and each piece of work in progress for it. */
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
      // A single response may have any size; several together may not.
      if (slot.account.bytes > 0 && slot.account.bytes + bytes > limits.unsentBytes) throw overloaded();
      slot.account.bytes += bytes;
      slot.bytes += bytes;
    },
  };
}
