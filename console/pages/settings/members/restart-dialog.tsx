import type { ReactElement } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";

interface RestartDialogProps {
  readonly email: string;
  /** The names of the domains that the account is a member of. */
  readonly domains: readonly string[];
  readonly change: { readonly isPending: boolean; readonly error: Error | null };
  onConfirm(): void;
  onClose(): void;
}

/** Asks an operator before every way to sign in to an account ends, because an impostor may have joined under the address. */
export function RestartDialog({ email, domains, change, onConfirm, onClose }: RestartDialogProps): ReactElement {
  return (
    <ConfirmDialog
      title="Does this account belong to the person?"
      action="End and invite again"
      typed={email}
      change={change}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="secondary">
        Somebody has joined as <ForeignText value={email} />, and nobody beyond the domain that invited the account
        vouches for it: it may be somebody else.{" "}
        {domains.length === 0 ? "It is a member of no domain." : `It is a member of ${domains.join(", ")}.`}
      </p>
      <p className="secondary">
        If you continue, its sessions, password, authenticator app, recovery codes and linked identity end. You get a
        new invitation: hand it over in a way that reaches nobody but the person.
      </p>
    </ConfirmDialog>
  );
}

/** Returns the domains that the server names when it asks for this confirmation; null for any other response. */
export function domainsToConfirm(error: Error | null): readonly string[] | null {
  if (!(error instanceof ApiError) || error.code !== "confirmation_required") return null;
  const { domains } = error.body;
  return Array.isArray(domains) ? domains.map(String) : [];
}
