import type { ReactElement } from "react";
import { Chart } from "./chart.tsx";

interface SparklineProps {
  readonly summary: string;
  readonly points: readonly { readonly label: string; readonly value: number }[];
  /** Adds the points as a table. */
  readonly table?: readonly [label: string, value: string];
}

const [WIDTH, HEIGHT] = [200, 40];

/** How a number changed over time, from zero to its maximum. */
export function Sparkline({ summary, points, table }: SparklineProps): ReactElement {
  const max = Math.max(1, ...points.map(({ value }) => value));
  const step = WIDTH / Math.max(1, points.length - 1);
  const line = points.map(({ value }, at) => `${round(at * step)},${round(HEIGHT - (value / max) * HEIGHT)}`).join(" ");
  const rows = table && [table, ...points.map(({ label, value }) => [label, String(value)])];
  return (
    <Chart summary={summary} {...(rows && { rows })}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} height={HEIGHT} preserveAspectRatio="none" aria-hidden="true">
        <polygon className="chart-area" points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
        <polyline className="chart-line" points={line} />
      </svg>
    </Chart>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
