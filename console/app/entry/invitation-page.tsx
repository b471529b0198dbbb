import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../api/call.ts";
import { TextField } from "../../ui/field.tsx";
import { SESSION_KEY } from "../session.ts";
import { EntryCard } from "./entry-card.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { JoinWithProvider } from "./provider-sign-in.tsx";
import { SIGN_IN_OPTIONS } from "./sign-in-options.ts";

const codeInAddress = (): string => location.hash.slice(1);

/** Accepts an invitation. Its code may stand after `#` in the address, which browsers do not send to servers. */
export function InvitationPage(): ReactElement {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [linked, setLinked] = useState(codeInAddress);
  const [code, setCode] = useState(linked);
  useEffect(() => {
    // A link that is opened in the same tab changes only this part of the address.
    const follow = (): void => {
      setLinked(codeInAddress());
      setCode(codeInAddress());
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const provider = useQuery(SIGN_IN_OPTIONS).data?.oidc;
  return (
    <EntryCard
      title="Join Parapet"
      lead={
        provider
          ? "Join with your account at the provider, or choose a password."
          : "Choose a password for the account you were invited to."
      }
    >
      <NewPasswordForm
        key={linked}
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
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          required
          spellCheck={false}
        />
      </NewPasswordForm>
      {provider && <JoinWithProvider name={provider.name} code={code.trim()} />}
    </EntryCard>
  );
}
