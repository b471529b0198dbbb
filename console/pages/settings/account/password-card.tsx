import { type ReactElement, type SubmitEvent, useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { useSession } from "../../../app/session.ts";
import { showToast } from "../../../app/toasts.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";

/** Changes the password, which ends the other sessions. */
export function PasswordCard(): ReactElement {
  const { account } = useSession();
  const [differs, setDiffers] = useState(false);
  const change = useChange("changePassword", ["listSessions"]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const next = String(form.get("new"));
    const code = String(form.get("code") ?? "").trim();
    setDiffers(next !== form.get("repeated"));
    if (next !== form.get("repeated")) {
      change.reset();
      return;
    }
    change.mutate(
      { body: { password: String(form.get("current")), new_password: next, ...(code && { code }) } },
      {
        onSuccess: () => {
          element.reset();
          showToast("Your password is changed. Your other sessions have ended.");
        },
      },
    );
  };
  const wrongPassword = change.error instanceof ApiError && change.error.code === "invalid_credentials";
  return (
    <Card title="Password">
      <form className="stack" onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          error={wrongPassword ? "This is not your password." : undefined}
        />
        {account.has_totp && (
          <TextField label="Code of the authenticator app" name="code" autoComplete="one-time-code" required />
        )}
        <TextField
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          minLength={12}
          hint="At least 12 characters. A sentence is easy to remember."
          required
        />
        <TextField
          label="New password again"
          name="repeated"
          type="password"
          autoComplete="new-password"
          required
          error={differs ? "The two passwords differ." : undefined}
        />
        <EntryProblem error={wrongPassword ? null : change.error} labels={{ password: "New password" }} />
        <div>
          <Button type="submit" busy={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}
