import type { ReactElement } from "react";
import { useChange } from "../../../api/hooks.ts";
import { showToast } from "../../../app/toasts.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { type Exception, nameOf } from "./exception.ts";

interface EndExceptionDialogProps {
  readonly exception: Exception;
  onClose(): void;
}

/** Ends an exception after a question. */
export function EndExceptionDialog({ exception, onClose }: EndExceptionDialogProps): ReactElement {
  const end = useChange("endException", ["listExceptions", "getRule", "listRules"]);
  const confirm = async (): Promise<void> => {
    await end.mutateAsync({ params: { exception_id: exception.exception_id } });
    // The dialog may be gone: the table of the last exception is.
    showToast("The exception has ended.");
    onClose();
  };
  return (
    <ConfirmDialog
      title="End the exception"
      action="End exception"
      change={end}
      onConfirm={() => void confirm().catch(() => undefined)}
      onClose={onClose}
    >
      <p className="secondary">
        {exception.origin === "member"
          ? "The rule reports again, from the next rows on, about "
          : "The verdict stays, but the findings of the rule have their full weight again for "}
        <strong>
          <ForeignText value={nameOf(exception)} max={120} />
        </strong>
        .
      </p>
    </ConfirmDialog>
  );
}
