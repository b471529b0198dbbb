import type { ReactElement } from "react";
import { Chart } from "./chart.tsx";

interface DeltaBarProps {
  /** What is measured. */
  readonly label: string;
  readonly before: number;
  readonly after: number;
  /** Follows each number. */
  readonly unit?: string;
}

const [WIDTH, HEIGHT] = [200, 8];

/** A number before and after. */
export function DeltaBar({ label, before, after, unit = "" }: DeltaBarProps): ReactElement {
  const max = Math.max(1, before, after);
  const length = (value: number): number => Math.max(1, (value / max) * WIDTH);
  return (
    <Chart summary={`${label}: ${before}${unit} before, ${after}${unit} after`}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT * 2 + 4}`}
        height={HEIGHT * 2 + 4}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect className="chart-neutral" width={length(before)} height={HEIGHT} rx="2" />
        <rect className="chart-accent" y={HEIGHT + 4} width={length(after)} height={HEIGHT} rx="2" />
      </svg>
      <span className="number">
        {before.toLocaleString()}
        {unit} → {after.toLocaleString()}
        {unit}
      </span>
    </Chart>
  );
}
