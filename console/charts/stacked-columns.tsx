import type { ReactElement } from "react";
import { Link } from "wouter";
import type { Tone } from "../ui/badge.tsx";
import { Chart } from "./chart.tsx";

interface Series {
  readonly name: string;
  readonly tone: Tone;
  readonly href: string;
}

interface StackedColumnsProps {
  readonly summary: string;
  readonly series: readonly Series[];
  /** One column each, with a value for every series. */
  readonly columns: readonly { readonly label: string; readonly href: string; readonly values: readonly number[] }[];
}

const [WIDTH, HEIGHT, GAP, TEXT] = [600, 120, 4, 16];

/** Numbers over time, stacked by series; a column and an entry of the legend lead to the list behind them. */
export function StackedColumns({ summary, series, columns }: StackedColumnsProps): ReactElement {
  const totals = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const max = Math.max(1, ...totals);
  const step = WIDTH / Math.max(1, columns.length);
  const rows = [
    ["Day", ...series.map(({ name }) => name)],
    ...columns.map(({ label, values }) => [label, ...values.map((value) => value.toLocaleString())]),
  ];
  return (
    <Chart summary={summary} rows={rows}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + TEXT}`}>
        <title>{summary}</title>
        <text className="chart-text" x={0} y={9}>
          {max.toLocaleString()}
        </text>
        <line className="chart-axis" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {columns.map(({ label, href, values }, at) =>
          totals[at] === 0 ? null : (
            <Link key={label} href={href} aria-label={`${label}: ${totals[at]?.toLocaleString()}`}>
              <title>{`${label}: ${totals[at]?.toLocaleString()}`}</title>
              <rect className="chart-target" x={at * step} width={step} height={HEIGHT} />
              <Column x={at * step + GAP / 2} width={step - GAP} values={values} series={series} max={max} />
            </Link>
          ),
        )}
        <text className="chart-text" x={0} y={HEIGHT + 12}>
          {columns[0]?.label}
        </text>
        <text className="chart-text" x={WIDTH} y={HEIGHT + 12} textAnchor="end">
          {columns.at(-1)?.label}
        </text>
      </svg>
      <ul className="chart-legend">
        {series.map(({ name, tone, href }, at) => (
          <li key={name}>
            <svg viewBox="0 0 8 8" aria-hidden="true">
              <rect className={`chart-${tone}`} width="8" height="8" rx="2" />
            </svg>
            <Link href={href}>
              {name}{" "}
              <span className="number">
                {columns.reduce((sum, { values }) => sum + (values[at] ?? 0), 0).toLocaleString()}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Chart>
  );
}

interface ColumnProps {
  readonly x: number;
  readonly width: number;
  readonly values: readonly number[];
  readonly series: readonly Series[];
  readonly max: number;
}

function Column({ x, width, values, series, max }: ColumnProps): ReactElement {
  let y = HEIGHT;
  return (
    <>
      {series.map(({ name, tone }, at) => {
        const height = ((values[at] ?? 0) / max) * (HEIGHT - TEXT);
        y -= height;
        return height > 0 && <rect key={name} className={`chart-${tone}`} x={x} y={y} width={width} height={height} />;
      })}
    </>
  );
}
