import { alignColumns } from "../../evaluate/align-columns.ts";
import type { Scale } from "./scale.ts";

export interface MeasuredScale {
  readonly scale: Scale;
  /** The share of a core that a server with idle domains uses. */
  readonly idle: number;
}

interface Sizes {
  readonly rows: number;
  readonly grown: number;
  readonly domains: number;
}

/** Returns a table with a column for each database, and the ratios on PostgreSQL in the last line. */
export function renderScale(measured: ReadonlyMap<string, MeasuredScale>, sizes: Sizes): string {
  const columns = [...measured];
  const line = (name: string, render: (of: MeasuredScale) => string): readonly string[] => [
    name,
    ...columns.map(([, of]) => render(of)),
  ];
  const { rows, grown, domains } = sizes;
  const table = alignColumns([
    ["", ...columns.map(([engine]) => engine)],
    line(`rows/s into an empty domain (${rows})`, ({ scale }) => scale.emptyRate.toFixed(0)),
    line(`rows/s after ${grown} more, and empty`, ({ scale: { compared } }) =>
      [compared.grownRate, compared.emptyRate].map((rate) => rate.toFixed(0)).join(" "),
    ),
    line("rows/s of a plain COPY", ({ scale }) => scale.copyRate?.toFixed(0) ?? "-"),
    line("CPU time of the service, µs a row", ({ scale }) => scale.cpuPerRow.toFixed(0)),
    line("CPU time of PostgreSQL, µs a row", ({ scale }) => scale.databaseCpuPerRow?.toFixed(0) ?? "-"),
    line("p99 of GET /cases, idle, ms", ({ scale }) => scale.idleMs.toFixed(1)),
    line("p99 of GET /cases, backlog, ms", ({ scale }) => scale.drainMs.toFixed(1)),
    line("bytes on disk / bytes of text", ({ scale }) => scale.bytesPerRaw?.toFixed(2) ?? "-"),
    line("memory, empty and grown, MiB", ({ scale }) => `${scale.emptyMib.toFixed(0)} ${scale.grownMib.toFixed(0)}`),
    line("seconds to remove all rows", ({ scale }) => `${scale.removal.seconds.toFixed(2)} (${scale.removal.rows})`),
    line(`% of a core with ${domains} idle domains`, ({ idle }) => (idle * 100).toFixed(1)),
  ]);
  const [postgres, embedded] = [measured.get("postgres"), measured.get("embedded")];
  const ratios = [
    ...(embedded ? [`embedded: ${ratiosOf(embedded, domains)}`] : []),
    ...(postgres ? [ratiosOf(postgres, domains)] : []),
  ];
  return [table, "", ...ratios].join("\n");
}

function ratiosOf({ scale, idle }: MeasuredScale, domains: number): string {
  const { emptyRate, compared, copyRate, drainMs, idleMs, bytesPerRaw } = scale;
  return [
    ...(copyRate === undefined ? [] : [`e2e/copy=${(emptyRate / copyRate).toFixed(3)}`]),
    `grown/empty=${(compared.grownRate / compared.emptyRate).toFixed(2)}`,
    ...(bytesPerRaw === undefined ? [] : [`bytes/raw=${bytesPerRaw.toFixed(2)}`]),
    `drain/idle=${(drainMs / idleMs).toFixed(1)}`,
    `idle${domains}=${(idle * 100).toFixed(1)}%`,
  ].join(" ");
}
