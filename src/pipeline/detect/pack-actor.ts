import type { Actor } from "../../model/rows/actor.ts";
import { digestUuid } from "../../runtime/hashing.ts";
import type { HitActor } from "../../store/threats/hit-actors.ts";
import { pack, SAME, SEPARATOR, unpack } from "./packed-text.ts";

type PackedActor = Pick<HitActor, "key" | "packed">;

/** Rows of a batch share their actors, each of which is packed once. */
const packedActors = new WeakMap<Actor, PackedActor>();

/** Returns an actor as text, and the digest by which hits refer to it. */
export function packActor(actor: Actor): PackedActor {
  const known = packedActors.get(actor);
  if (known !== undefined) return known;
  const { kind, key, subject, upn, name, tuid, email } = actor;
  const parts = [kind, key, subject, upn, name].map(pack);
  const packed = [...parts, packAs(tuid, subject), packAs(email, upn)].join(SEPARATOR);
  const result = { key: digestUuid(packed), packed };
  packedActors.set(actor, result);
  return result;
}

/** Most actors have one address and one id. */
const packAs = (text: string | null, other: string | null): string => (text === other ? SAME : pack(text));
const unpackAs = (text: string | undefined, other: string | undefined): string | null =>
  unpack(text === SAME ? other : text);

export function unpackActor(text: string): Actor {
  const [kind, key = "", subject = "", upn, name, tuid, email] = text.split(SEPARATOR);
  return {
    kind: kind as Actor["kind"],
    key,
    keys: [key],
    subject,
    upn: unpack(upn),
    name: unpack(name),
    tuid: unpackAs(tuid, subject),
    email: unpackAs(email, upn),
  };
}
