import type { ReactElement } from "react";
import { Chart } from "./chart.tsx";

interface WeekHeatmapProps {
  readonly summary: string;
  /** 168 numbers: the hours of Monday first, from 0 to 23. */
  readonly hours: readonly number[];
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const [CELL, GAP, LEFT, TOP] = [16, 2, 32, 14];
const LABELED_HOURS = 6;

/** How much happens at each hour of the week. */
export function WeekHeatmap({ summary, hours }: WeekHeatmapProps): ReactElement {
  const max = Math.max(1, ...hours);
  const at = (day: number, hour: number): number => hours[day * 24 + hour] ?? 0;
  const rows = [
    ["Day", ...HOURS.map((hour) => `${hour}h`)],
    ...DAYS.map((day, index) => [day, ...HOURS.map((hour) => String(at(index, hour)))]),
  ];
  const size = CELL + GAP;
  return (
    <Chart summary={summary} rows={rows}>
      <svg viewBox={`0 0 ${LEFT + 24 * size} ${TOP + 7 * size}`} aria-hidden="true">
        {HOURS.filter((hour) => hour % LABELED_HOURS === 0).map((hour) => (
          <text key={hour} className="chart-text" x={LEFT + hour * size} y={TOP - 4}>
            {String(hour).padStart(2, "0")}:00
          </text>
        ))}
        {DAYS.map((day, index) => (
          <g key={day}>
            <text className="chart-text" x={0} y={TOP + index * size + 12}>
              {day}
            </text>
            {HOURS.map((hour) => (
              <HeatCell key={hour} x={LEFT + hour * size} y={TOP + index * size} share={at(index, hour) / max} />
            ))}
          </g>
        ))}
      </svg>
    </Chart>
  );
}

/** The square root makes few visible beside many. */
function HeatCell({ x, y, share }: { readonly x: number; readonly y: number; readonly share: number }): ReactElement {
  const place = { x, y, width: CELL, height: CELL, rx: 3 };
  if (share === 0) return <rect {...place} className="chart-empty" />;
  return <rect {...place} className="chart-accent" fillOpacity={0.2 + 0.8 * Math.sqrt(share)} />;
}
