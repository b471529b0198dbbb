import "./day-strip.css";
import type { ReactElement } from "react";

interface DayStripProps {
  readonly days: readonly string[];
  readonly received: readonly string[];
}

/** The days on which rows were received, one mark each. */
export function DayStrip({ days, received }: DayStripProps): ReactElement {
  const has = new Set(received);
  return (
    <span className="day-strip" role="img" aria-label={`Rows on ${has.size} of ${days.length} days`}>
      {days.map((day) => (
        <i key={day} className={has.has(day) ? "received" : undefined} title={day} />
      ))}
    </span>
  );
}
