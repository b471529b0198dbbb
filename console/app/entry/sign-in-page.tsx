import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactElement, type SubmitEvent, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import type { Session } from "../session.ts";
import { EntryCard, EntryOr, EntryProblem } from "./entry-card.tsx";
import { ProviderLink, ProviderProblem } from "./provider-sign-in.tsx";
import { SetUpPage } from "./set-up-page.tsx";
import { SIGN_IN_OPTIONS } from "./sign-in-options.ts";

interface SignInPageProps {
  onSignedIn(session: Session): void;
}

/** Signs a person in, or creates the first administrator. The address stays, so that the page asked for follows. */
export function SignInPage({ onSignedIn }: SignInPageProps): ReactElement {
  const options = useQuery(SIGN_IN_OPTIONS);
  if (options.error) return <ErrorState error={options.error} onRetry={() => void options.refetch()} />;
  if (!options.data) {
    return (
      <EntryCard title="Sign in">
        <Skeleton lines={5} />
      </EntryCard>
    );
  }
  if (options.data.needs_setup) return <SetUpPage onSignedIn={onSignedIn} />;
  const { oidc } = options.data;
  return (
    <EntryCard title="Sign in">
      <ProviderProblem />
      <PasswordForm onSignedIn={onSignedIn} />
      {oidc && (
        <>
          <EntryOr />
          <ProviderLink name={oidc.name} />
        </>
      )}
    </EntryCard>
  );
}

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? "").trim();

function PasswordForm({ onSignedIn }: SignInPageProps): ReactElement {
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useMutation({
    mutationFn: (form: FormData) => {
      const code = textIn(form, "code");
      return call("signIn", {
        body: { email: textIn(form, "email"), password: String(form.get("password")), ...(code && { code }) },
      });
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.code === "code_required") setNeedsCode(true);
    },
  });
  const isCodeRequest = signIn.error instanceof ApiError && signIn.error.code === "code_required";
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    signIn.mutate(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit}>
      <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {needsCode && (
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          hint="From your authenticator app, or a recovery code."
          required
          autoFocus
        />
      )}
      <EntryProblem error={isCodeRequest ? null : signIn.error} />
      <Button type="submit" look="primary" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
