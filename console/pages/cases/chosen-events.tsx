import { X } from "lucide-react";
import type { ReactElement } from "react";
import { Button } from "../../ui/button.tsx";

interface ChosenEventsProps {
  readonly count: number;
  readonly of: number;
  onClear(): void;
}

/** States that a verdict will be limited to chosen events; nothing while none is chosen. */
export function ChosenEvents({ count, of, onClear }: ChosenEventsProps): ReactElement {
  return (
    <div className="row small secondary no-print" role="status">
      {count > 0 && (
        <>
          A verdict applies to {count} of {of} events and moves the whole case.
          <Button small look="plain" icon={X} onClick={onClear}>
            All events <kbd>Esc</kbd>
          </Button>
        </>
      )}
    </div>
  );
}
