import type { SystemDb } from "../database/database.ts";

/** Addresses that sent forwarded headers without being a trusted proxy. */
export interface ForwardingPeers {
  /** The latest first. */
  readonly addresses: readonly string[];
  /** Null if there was none. */
  readonly lastAt: Date | null;
}

const KEPT = 10;

/** Records an address; the ten latest are kept. */
export async function addForwardingPeer(db: SystemDb, address: string, at: Date): Promise<void> {
  await db.execute(
    `update installation set forwarded_at = $2,
       forwarding_peers = (array_prepend($1::text, array_remove(forwarding_peers, $1::text)))[1:${KEPT}]`,
    [address, at],
  );
}

/** Returns the addresses that servers of the installation have recorded. */
export async function findForwardingPeers(db: SystemDb): Promise<ForwardingPeers> {
  const [row] = await db.query<{ forwarding_peers: readonly string[]; forwarded_at: Date | null }>(
    "select forwarding_peers, forwarded_at from installation",
  );
  return { addresses: row?.forwarding_peers ?? [], lastAt: row?.forwarded_at ?? null };
}
