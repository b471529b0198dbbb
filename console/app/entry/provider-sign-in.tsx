import { useMutation } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { SignInProblem } from "../../../src/model/identity-provider.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/button.tsx";
import { EntryOr, EntryProblem } from "./entry-card.tsx";

const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  oidc_failed: "The sign-in was not completed. Start it again.",
  oidc_unavailable: "The identity provider cannot be reached. Try again later, or sign in with a password.",
  oidc_refused: "You have no account here, or it is disabled. Ask an administrator for an invitation.",
  oidc_unverified:
    "The identity provider does not confirm that your email address is yours. If you were invited, open the link of the invitation and continue with the provider there.",
  oidc_password: "Your account signs in with a password.",
  oidc_invitation:
    "The invitation was not accepted: it was used before, withdrawn or replaced by a newer one, has expired, or you already have another account here. Ask an administrator.",
  oidc_not_proven:
    "The identity provider did not ask for your credentials again, or does not state when it did. You stay signed in, but protected changes are not possible. Ask an administrator.",
};

/** Returns why the last sign-in through the identity provider failed, by the code in the address. */
export function findProviderProblem(): string | undefined {
  const code = new URLSearchParams(location.search).get("problem") ?? "";
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as SignInProblem] : undefined;
}

/** Shows why the last sign-in through the identity provider failed. */
export function ProviderProblem(): ReactElement | null {
  const problem = findProviderProblem();
  if (problem === undefined) return null;
  return (
    <p className="entry-problem" role="alert">
      {problem}
    </p>
  );
}

interface ProviderLinkProps {
  readonly name: string;
  /** Has the provider ask for the credentials, even if it remembers the person. */
  readonly again?: boolean;
}

/** Leads to the identity provider, and back to the page that is open. */
export function ProviderLink({ name, again = false }: ProviderLinkProps): ReactElement {
  const { pathname, search } = location;
  const query = new URLSearchParams({ return_to: pathname.startsWith("/d/") ? pathname + search : "/" });
  if (again) query.set("again", "true");
  return (
    <a className="button" href={`/api/v1/admin/oidc/start?${query}`}>
      Sign in with <bdi>{name}</bdi>
    </a>
  );
}

interface JoinWithProviderProps {
  readonly name: string;
  /** The code of the invitation. */
  readonly code: string;
}

/** Accepts an invitation at the identity provider instead of with a password. */
export function JoinWithProvider({ name, code }: JoinWithProviderProps): ReactElement {
  const join = useMutation({
    mutationFn: () => call("joinWithOidc", { body: { code } }),
    onSuccess: ({ location: address }) => location.assign(address),
  });
  return (
    <>
      <EntryOr />
      <EntryProblem error={join.error} />
      <Button busy={join.isPending} disabled={code === ""} onClick={() => join.mutate()}>
        Join with <bdi>{name}</bdi>
      </Button>
    </>
  );
}
