import "./folded.css";
import { type ReactElement, type ReactNode, useId, useState } from "react";
import { amount } from "../words.ts";
import { Button } from "./button.tsx";

/** Must be the number in folded.css. */
const SHOWN = 8;

interface FoldedProps {
  readonly count: number;
  /** What is counted, in the singular. */
  readonly noun: string;
  readonly children: ReactNode;
}

/** A table or list of which the first 8 items are shown until the rest is asked for; print shows all. */
export function Folded({ count, noun, children }: FoldedProps): ReactElement {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (count <= SHOWN + 1) return <>{children}</>;
  return (
    <>
      <div id={id} className={open ? undefined : "folded"}>
        {children}
      </div>
      <div className="folded-more no-print">
        <Button look="plain" small aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? "Show fewer" : `Show all ${amount(count, noun)}`}
        </Button>
      </div>
    </>
  );
}
