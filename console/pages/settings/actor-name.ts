import { useRead } from "../../api/hooks.ts";
import { useMay } from "../../app/session.ts";

/** Returns a function that names whoever stands behind an id such as `account:018f…`. */
export function useActorName(): (actor: string) => string {
  const mayRead = useMay("listMembers");
  const members = useRead("listMembers", {}, { enabled: mayRead });
  const names = new Map(
    members.data?.items.map(({ account_id, name, email }) => [`account:${account_id}`, name ?? email]),
  );
  return (actor) => names.get(actor) ?? actor.replace(":", " ");
}
