import "./swipe-row.css";
import { type PointerEvent, type ReactElement, type ReactNode, useRef, useState } from "react";

interface SwipeAction {
  readonly label: string;
  run(): void;
}

interface SwipeRowProps {
  /** What moving the finger to the right does. */
  readonly right: SwipeAction;
  readonly left: SwipeAction;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

const ENOUGH_PX = 96;
const STARTED_PX = 12;

/** A row that a finger moves aside to act on it. Each action has a button and a key too. */
export function SwipeRow({ right, left, disabled, children }: SwipeRowProps): ReactElement {
  const [offset, setOffset] = useState(0);
  const start = useRef<number | null>(null);
  const offsetOf = (event: PointerEvent): number => {
    const moved = event.clientX - (start.current ?? event.clientX);
    return Math.abs(moved) < STARTED_PX ? 0 : moved;
  };
  const end = (event: PointerEvent): void => {
    const moved = offsetOf(event);
    cancel();
    if (moved >= ENOUGH_PX) right.run();
    else if (moved <= -ENOUGH_PX) left.run();
  };
  const cancel = (): void => {
    start.current = null;
    setOffset(0);
  };
  return (
    <div
      className="swipe-row"
      onPointerDown={(event) => {
        if (!disabled && event.pointerType === "touch") start.current = event.clientX;
      }}
      onPointerMove={(event) => {
        if (start.current !== null) setOffset(offsetOf(event));
      }}
      onPointerUp={end}
      onPointerCancel={cancel}
      onClickCapture={(event) => {
        if (offset !== 0) event.preventDefault();
      }}
    >
      {offset !== 0 && (
        <div className="swipe-hint" aria-hidden="true">
          <span>{right.label}</span>
          <span>{left.label}</span>
        </div>
      )}
      <div className="swipe-content" style={offset === 0 ? undefined : { translate: `${offset}px 0` }}>
        {children}
      </div>
    </div>
  );
}
