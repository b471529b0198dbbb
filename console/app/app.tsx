import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Route, Switch } from "wouter";
import { queryClient } from "../api/query-client.ts";
import { Announcer } from "./announcer.tsx";
import { Entry } from "./entry/entry.tsx";
import { InvitationPage } from "./entry/invitation-page.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Reauthentication } from "./reauthentication.tsx";
import { SignedIn } from "./shell/signed-in.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { Toasts } from "./toasts.tsx";

/** The console. */
export function App(): ReactElement {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Switch>
          <Route path="/invitation">
            <InvitationPage />
          </Route>
          <Route>
            <Entry>{(session) => <SignedIn session={session} />}</Entry>
          </Route>
        </Switch>
      </ErrorBoundary>
      <Reauthentication />
      <ShortcutHelp />
      <Toasts />
      <Announcer />
    </QueryClientProvider>
  );
}
