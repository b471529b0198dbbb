import type { ReactElement } from "react";
import { call } from "../../api/call.ts";
import { TextField } from "../../ui/field.tsx";
import type { Session } from "../session.ts";
import { EntryCard } from "./entry-card.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";

/** Creates the first administrator with the code that the server printed. */
export function SetUpPage({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }): ReactElement {
  return (
    <EntryCard
      title="Set up Parapet"
      lead="Create the first administrator. Each start of a server prints a new code; the newest one counts."
    >
      <NewPasswordForm
        action="Create administrator"
        send={({ field, name, password }) =>
          call("setUp", { body: { code: field("code"), email: field("email"), password, ...name } })
        }
        onSignedIn={onSignedIn}
      >
        <TextField label="Set-up code" name="code" required autoFocus spellCheck={false} />
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
      </NewPasswordForm>
    </EntryCard>
  );
}
