import type { ReactElement } from "react";
import type { Tone } from "../ui/badge.tsx";
import { Chart } from "./chart.tsx";

interface StackedBarProps {
  readonly summary: string;
  readonly parts: readonly { readonly label: string; readonly value: number; readonly tone: Tone }[];
}

const WIDTH = 400;
const HEIGHT = 8;
const GAP = 2;

/** The parts of a whole, with a legend that has their numbers. */
export function StackedBar({ summary, parts }: StackedBarProps): ReactElement {
  const shown = parts.filter(({ value }) => value > 0);
  const total = shown.reduce((sum, { value }) => sum + value, 0);
  let x = 0;
  return (
    <Chart summary={summary}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} height={HEIGHT} preserveAspectRatio="none" aria-hidden="true">
        {total === 0 && <rect className="chart-empty" width={WIDTH} height={HEIGHT} />}
        {shown.map(({ label, value, tone }) => {
          const from = x;
          x += (value / total) * WIDTH;
          return (
            <rect
              key={label}
              className={`chart-${tone}`}
              x={from}
              width={Math.max(1, x - from - GAP)}
              height={HEIGHT}
            />
          );
        })}
      </svg>
      <ul className="chart-legend">
        {parts.map(({ label, value, tone }) => (
          <li key={label}>
            <svg viewBox="0 0 8 8" aria-hidden="true">
              <rect className={`chart-${tone}`} width="8" height="8" rx="2" />
            </svg>
            {label} <span className="number">{value.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </Chart>
  );
}
