import type { Connector, ConnectorWorld, PulledPage, Settings } from "../../connectors/connector.ts";

const MAX_PAGES = 5;

/** What a source delivered when it was tried. */
export interface Tried {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Directory objects by kind. */
  readonly directory: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** Signs in and reads until a page holds something. Stores nothing; throws a ConnectorProblem if the source fails. */
export async function tryConnector(connector: Connector, settings: Settings, world: ConnectorWorld): Promise<Tried> {
  const source = connector.open(settings, world);
  let last: Tried = { rows: {}, directory: {}, notes: [] };
  try {
    let tried = 0;
    for await (const page of source.pull(undefined)) {
      last = { ...countPage(page), notes: page.notes };
      const found = [...Object.values(last.rows), ...Object.values(last.directory)].some((count) => count > 0);
      if (found || ++tried >= MAX_PAGES) break;
    }
    return last;
  } finally {
    source.close();
  }
}

/** Counts the rows of a page by table and its directory objects by kind. */
function countPage({ rows, directory }: PulledPage): Pick<Tried, "rows" | "directory"> {
  const counted = new Map<string, number>();
  for (const { kind, objects } of directory) counted.set(kind, (counted.get(kind) ?? 0) + objects.length);
  return {
    rows: Object.fromEntries(
      Object.entries(rows).map(([table, lines]) => [table, lines.filter((line) => typeof line === "string").length]),
    ),
    directory: Object.fromEntries(counted),
  };
}
