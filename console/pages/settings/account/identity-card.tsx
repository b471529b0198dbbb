import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, type SubmitEvent, useState } from "react";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { SESSION_KEY, useSession } from "../../../app/session.ts";
import { showToast } from "../../../app/toasts.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";

/** The identity at the identity provider that is linked to the account. */
export function IdentityCard(): ReactElement {
  const [unlinking, setUnlinking] = useState(false);
  return (
    <Card title="Identity provider">
      <p className="secondary">You sign in through the identity provider.</p>
      <div className="row">
        <Button look="danger" onClick={() => setUnlinking(true)}>
          Unlink…
        </Button>
      </div>
      {unlinking && <UnlinkDialog onClose={() => setUnlinking(false)} />}
    </Card>
  );
}

function UnlinkDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { account } = useSession();
  const client = useQueryClient();
  const [differs, setDiffers] = useState(false);
  const unlink = useChange("unlinkIdentity", ["listSessions"]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = form.get("new");
    setDiffers(password !== form.get("repeated"));
    if (password !== form.get("repeated")) {
      unlink.reset();
      return;
    }
    unlink.mutate(
      { body: password === null ? {} : { new_password: String(password) } },
      {
        onSuccess: () => {
          showToast("The identity is unlinked. Your other sessions have ended.");
          void client.invalidateQueries({ queryKey: SESSION_KEY });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title="Unlink the identity" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="secondary">
          From now on you sign in with {account.has_password ? "your password" : "the password that you choose here"}.
          Your other sessions end.
        </p>
        {!account.has_password && (
          <>
            <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
            <TextField
              label="New password"
              name="new"
              type="password"
              autoComplete="new-password"
              minLength={12}
              hint="At least 12 characters. A sentence is easy to remember."
              required
              data-focus
            />
            <TextField
              label="New password again"
              name="repeated"
              type="password"
              autoComplete="new-password"
              error={differs ? "The two passwords differ." : undefined}
              required
            />
          </>
        )}
        <EntryProblem error={unlink.error} labels={{ password: "New password" }} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={unlink.isPending}>
            Unlink
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
