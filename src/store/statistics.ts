import type { Database } from "./database.ts";

/** Lets the planner know what a bulk write has made of the tables; without it, it would sort where it could walk. */
export function refreshStatistics(database: Database): Promise<void> {
  return database.exclusively((run) => run("analyze"));
}
