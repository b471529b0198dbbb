import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { ApiError } from "../../api/api-error.ts";
import { call, setSessionPrompts } from "../../api/call.ts";
import { ErrorState } from "../../ui/states.tsx";
import { askForPassword } from "../reauthentication.tsx";
import { SESSION_KEY, type Session } from "../session.ts";
import { SignInPage } from "./sign-in-page.tsx";

/** Loads the session, or has the person sign in at the address they asked for. */
export function Entry({ children }: { readonly children: (session: Session) => ReactNode }): ReactElement | null {
  const client = useQueryClient();
  useEffect(() => {
    setSessionPrompts({
      onSessionEnded: () => client.setQueryData<Session | null>(SESSION_KEY, null),
      reauthenticate: askForPassword,
    });
  }, [client]);
  const session = useQuery<Session | null, Error>({ queryKey: SESSION_KEY, queryFn: loadSession, staleTime: Infinity });
  if (session.error) return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === undefined) return null;
  if (session.data === null) return <SignInPage onSignedIn={(next) => client.setQueryData(SESSION_KEY, next)} />;
  return <>{children(session.data)}</>;
}

async function loadSession({ signal }: { readonly signal: AbortSignal }): Promise<Session | null> {
  try {
    return await call("getSession", {}, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
