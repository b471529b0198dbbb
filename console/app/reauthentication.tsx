import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, type SubmitEvent, useState, useSyncExternalStore } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { EntryProblem } from "./entry/entry-card.tsx";
import { ProviderLink } from "./entry/provider-sign-in.tsx";
import { SIGN_IN_OPTIONS } from "./entry/sign-in-options.ts";
import { SESSION_KEY, type Session } from "./session.ts";
import { createStore } from "./store.ts";

/** Ends the question that is on screen. */
const waiting = createStore<((confirmed: boolean) => void) | null>(null);
let asking: Promise<boolean> | undefined;

/** Asks for the password; resolves to whether it was confirmed. Several requests share one dialog. */
export function askForPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => waiting.set(resolve)).finally(() => {
    asking = undefined;
    waiting.set(null);
  });
  return asking;
}

/** The dialog of operations that need the password again. */
export function Reauthentication(): ReactElement | null {
  const answer = useSyncExternalStore(waiting.subscribe, waiting.get);
  const client = useQueryClient();
  if (!answer) return null;
  const hasPassword = client.getQueryData<Session | null>(SESSION_KEY)?.account.has_password ?? true;
  return hasPassword ? <PasswordDialog answer={answer} /> : <ProviderDialog answer={answer} />;
}

/** Sends somebody without a password to the identity provider; the change is made afterwards. */
function ProviderDialog({ answer }: { readonly answer: (confirmed: boolean) => void }): ReactElement {
  const options = useQuery(SIGN_IN_OPTIONS);
  return (
    <Dialog title="Sign in again" onClose={() => answer(false)}>
      <div className="stack">
        <p className="secondary">This change is protected. Sign in again, then make it within ten minutes.</p>
        <EntryProblem error={options.error} />
        <DialogActions>
          <Button onClick={() => answer(false)}>Cancel</Button>
          {options.data?.oidc && <ProviderLink name={options.data.oidc.name} again />}
        </DialogActions>
      </div>
    </Dialog>
  );
}

function PasswordDialog({ answer }: { readonly answer: (confirmed: boolean) => void }): ReactElement {
  const [needsCode, setNeedsCode] = useState(false);
  const confirm = useMutation({
    mutationFn: (form: FormData) => {
      const code = String(form.get("code") ?? "").trim();
      return call("reauthenticate", { body: { password: String(form.get("password")), ...(code && { code }) } });
    },
    onSuccess: () => answer(true),
    onError: (error) => {
      if (error instanceof ApiError && error.code === "code_required") setNeedsCode(true);
    },
  });
  const code = confirm.error instanceof ApiError ? confirm.error.code : null;
  const isWrongPassword = code === "invalid_credentials";
  const isShownAtField = isWrongPassword || code === "code_required";
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    confirm.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="Enter your password" onClose={() => answer(false)}>
      <form className="stack" onSubmit={submit}>
        <p className="secondary">This change is protected. You are not asked again for a few minutes.</p>
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={isWrongPassword ? "This is not your password." : undefined}
        />
        {needsCode && <TextField label="Code" name="code" autoComplete="one-time-code" required autoFocus />}
        <EntryProblem error={isShownAtField ? null : confirm.error} />
        <DialogActions>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <Button type="submit" look="primary" busy={confirm.isPending}>
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
