import type { ReactElement } from "react";
import { TextAreaField } from "../../../ui/field.tsx";

/** Asks why; the audit log keeps the answer. */
export function ReasonField({ focus = false }: { readonly focus?: boolean }): ReactElement {
  return (
    <TextAreaField
      label="Reason"
      name="reason"
      rows={2}
      maxLength={500}
      required
      hint="Kept in the audit log and shown with the rule."
      {...(focus && { "data-focus": true })}
    />
  );
}

/** Returns the reason that was entered, without blanks around it. */
export const reasonOf = (form: FormData): string => String(form.get("reason")).trim();
