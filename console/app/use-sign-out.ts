import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { SESSION_KEY } from "./session.ts";
import { showFailure } from "./toasts.tsx";

/** Returns how to end the session; the sign-in page follows. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => call("signOut", {}),
    onSuccess: () => {
      client.clear();
      client.setQueryData(SESSION_KEY, null);
      location.assign("/");
    },
    onError: (error) => showFailure("You are still signed in.", error),
  });
  return () => signOut.mutate();
}
