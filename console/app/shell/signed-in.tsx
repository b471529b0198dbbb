import { type ReactElement, useEffect, useState } from "react";
import { Redirect, Route, Switch, useParams } from "wouter";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { EntryCard } from "../entry/entry-card.tsx";
import { findProviderProblem } from "../entry/provider-sign-in.tsx";
import { lastDomainOf, rememberDomain } from "../last-domain.ts";
import { DomainContext, type Session, SessionContext } from "../session.ts";
import { showToast } from "../toasts.tsx";
import { useSignOut } from "../use-sign-out.ts";
import { Shell } from "./shell.tsx";

/** What a person who is signed in sees: below `/d/<name>` the pages of a domain. */
export function SignedIn({ session }: { readonly session: Session }): ReactElement {
  return (
    <SessionContext value={session}>
      <Switch>
        <Route path="/d/:domain" nest>
          <InDomain session={session} />
        </Route>
        <Route>
          <Start session={session} />
        </Route>
      </Switch>
    </SessionContext>
  );
}

/** The first page; where a sign-in again at the identity provider failed, it is explained there. */
function Start({ session }: { readonly session: Session }): ReactElement {
  // The address is read before the redirect changes it.
  const [problem] = useState(findProviderProblem);
  useEffect(() => {
    if (problem !== undefined) showToast(problem, { bad: true });
  }, [problem]);
  const domain = lastDomainOf(session.domains);
  return domain ? <Redirect to={`/d/${domain.name}/`} replace /> : <NoDomain {...session.account} />;
}

function NoDomain({ email, is_operator }: Session["account"]): ReactElement {
  const signOut = useSignOut();
  return (
    <EntryCard title="You are not a member of any domain">
      <p className="secondary">
        {is_operator ? (
          <>
            Create one with <code>parapet domain create</code>, then reload this page.
          </>
        ) : (
          <>
            Ask an owner of a domain to invite <bdi>{email}</bdi>, then reload this page.
          </>
        )}
      </p>
      <Button onClick={signOut}>Sign out</Button>
    </EntryCard>
  );
}

function InDomain({ session }: { readonly session: Session }): ReactElement {
  const { domain: name } = useParams<{ domain: string }>();
  const domain = session.domains.find((one) => one.name === name);
  useEffect(() => {
    if (domain) rememberDomain(domain.name);
  }, [domain]);
  if (!domain) {
    return (
      <main>
        <EmptyState title="There is no such domain" action={<ButtonLink href="~/">Go to my domain</ButtonLink>}>
          <p>It does not exist, or you are not a member of it.</p>
        </EmptyState>
      </main>
    );
  }
  return (
    <DomainContext value={domain}>
      <Shell key={domain.domain_id} />
    </DomainContext>
  );
}
