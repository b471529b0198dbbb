import { useMutation } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, type SubmitEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Session } from "../session.ts";
import { EntryProblem } from "./entry-card.tsx";

/** What a form that creates a password sends. */
export interface NewPasswordInput {
  readonly field: (name: string) => string;
  readonly name: { readonly name?: string };
  readonly password: string;
}

interface NewPasswordFormProps {
  readonly action: string;
  /** The fields before the password. */
  readonly children: ReactNode;
  send(input: NewPasswordInput): Promise<Session>;
  onSignedIn(session: Session): void;
}

/** A form in which a person chooses a password. */
export function NewPasswordForm({ action, children, send, onSignedIn }: NewPasswordFormProps): ReactElement {
  const [differs, setDiffers] = useState(false);
  const sending = useMutation({ mutationFn: send, onSuccess: onSignedIn });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string): string => String(form.get(name) ?? "").trim();
    const password = String(form.get("password"));
    setDiffers(password !== form.get("repeated"));
    if (password !== form.get("repeated")) {
      // The error of the attempt before says nothing about this one.
      sending.reset();
      return;
    }
    sending.mutate({ field, password, name: field("name") === "" ? {} : { name: field("name") } });
  };
  return (
    <form onSubmit={submit}>
      {children}
      <TextField label="Your name" name="name" autoComplete="name" hint="Optional. Shown beside what you decide." />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 12 characters. A sentence is easy to remember."
        minLength={12}
        required
      />
      <TextField
        label="Password again"
        name="repeated"
        type="password"
        autoComplete="new-password"
        error={differs ? "The two passwords differ." : undefined}
        required
      />
      <EntryProblem error={sending.error} />
      <Button type="submit" look="primary" busy={sending.isPending}>
        {action}
      </Button>
    </form>
  );
}
