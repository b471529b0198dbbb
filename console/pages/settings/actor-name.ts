import { useRead } from "../../api/hooks.ts";
import { useMay, useSession } from "../../app/session.ts";

/** Returns a function that names whoever stands behind an id such as `account:018f…`. */
export function useActorName(): (actor: string) => string {
  const mayRead = useMay("listMembers");
  const members = useRead("listMembers", {}, { enabled: mayRead });
  const { account } = useSession();
  const known = [...(members.data?.items ?? []), account];
  const names = new Map(known.map(({ account_id, name, email }) => [`account:${account_id}`, name ?? email]));
  return (actor) => names.get(actor) ?? shortened(actor.replace(":", " "));
}

const MAX_ID = 20;

/** Returns an id that nobody's name is known for in a length that leaves room for the rest of a row. */
const shortened = (id: string): string => (id.length > MAX_ID ? `${id.slice(0, MAX_ID)}…` : id);
