import { type ReactElement, type ReactNode, type SubmitEvent, useState } from "react";
import { EntryProblem } from "../app/entry/entry-card.tsx";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { TextField } from "./field.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button that makes the change. */
  readonly action: string;
  /** What the person has to type first, for changes that cannot be undone. */
  readonly typed?: string;
  readonly change: { readonly isPending: boolean; readonly error: Error | null };
  /** What happens. */
  readonly children: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a change that takes something away. */
export function ConfirmDialog({
  title,
  action,
  typed,
  change,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps): ReactElement {
  const [text, setText] = useState("");
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {children}
        {typed !== undefined && (
          <TextField
            label={`Type ${typed} to confirm`}
            value={text}
            spellCheck={false}
            data-focus
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <EntryProblem error={change.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="danger"
            busy={change.isPending}
            disabled={typed !== undefined && text.trim() !== typed.trim()}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
