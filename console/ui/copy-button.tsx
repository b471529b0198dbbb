import { Check, Copy } from "lucide-react";
import { type ReactElement, useState } from "react";
import { announce } from "../app/announcer.tsx";
import { Button } from "./button.tsx";

const SHOWN_MS = 1_500;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in "Copy the query". */
  readonly what: string;
  /** Shows the label beside the icon. */
  readonly labeled?: boolean;
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, what, labeled = false }: CopyButtonProps): ReactElement {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce("Copied");
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button
      look="plain"
      small
      icon={copied ? Check : Copy}
      aria-label={labeled ? undefined : `Copy ${what}`}
      onClick={() => void copy().catch(() => announce("Copying is not allowed here"))}
    >
      {labeled ? `Copy ${what}` : undefined}
    </Button>
  );
}
