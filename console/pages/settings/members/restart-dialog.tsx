import type { ReactElement } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";

/** What the server says about the account when it asks for this confirmation. */
export interface Confirmation {
  /** The names of the domains that the account is a member of. */
  readonly domains: readonly string[];
  /** The only domain that vouches for the account; null if none does. */
  readonly vouchingDomain: string | null;
}

interface RestartDialogProps {
  readonly email: string;
  readonly confirmation: Confirmation;
  readonly change: { readonly isPending: boolean; readonly error: Error | null };
  onConfirm(): void;
  onClose(): void;
}

/** Asks an operator before every way to sign in to an account ends, because an impostor may have joined under the address. */
export function RestartDialog({ email, confirmation, change, onConfirm, onClose }: RestartDialogProps): ReactElement {
  const { domains, vouchingDomain } = confirmation;
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
        {vouchingDomain === null ? "Nobody" : `Only ${vouchingDomain}`} vouches for the account{" "}
        <ForeignText value={email} />; somebody else may hold it.{" "}
        {domains.length === 0 ? "It is a member of no domain." : `It is a member of ${domains.join(", ")}.`}
      </p>
      <p className="secondary">
        If you continue, its sessions, password, authenticator app, recovery codes and linked identity end. You get a
        new invitation: hand it over in a way that reaches nobody but the person.
      </p>
    </ConfirmDialog>
  );
}

/** Returns what the server says when it asks for this confirmation; null for any other response. */
export function confirmationIn(error: Error | null): Confirmation | null {
  if (!(error instanceof ApiError) || error.code !== "confirmation_required") return null;
  const { domains, vouching_domain: vouching } = error.body;
  return {
    domains: Array.isArray(domains) ? domains.map(String) : [],
    vouchingDomain: typeof vouching === "string" ? vouching : null,
  };
}
