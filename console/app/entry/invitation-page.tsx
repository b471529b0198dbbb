import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { call } from "../../api/call.ts";
import { TextField } from "../../ui/field.tsx";
import { SESSION_KEY } from "../session.ts";
import { EntryCard } from "./entry-card.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";

/** Accepts an invitation. Its code may stand after `#` in the address, which browsers do not send to servers. */
export function InvitationPage(): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <EntryCard title="Join Parapet" lead="Choose a password for the account you were invited to.">
      <NewPasswordForm
        action="Join"
        send={({ field, name, password }) =>
          call("acceptInvitation", { body: { code: field("code"), password, ...name } })
        }
        onSignedIn={(session) => {
          client.setQueryData(SESSION_KEY, session);
          navigate("/", { replace: true });
        }}
      >
        <TextField
          label="Invitation code"
          name="code"
          defaultValue={decodeURIComponent(location.hash.slice(1))}
          required
          spellCheck={false}
        />
      </NewPasswordForm>
    </EntryCard>
  );
}
