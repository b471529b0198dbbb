import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import type { Connector, Settings } from "../connector.ts";
import { createHttpClient } from "../http/http-client.ts";
import { below, MICROSOFT_LOGIN_SETTINGS, microsoftCredentials } from "../microsoft-login.ts";
import { endpointProblem, numberProblem, uuidProblem } from "../read-settings.ts";
import { runQuery } from "./run-query.ts";
import { walkTables } from "./walk-tables.ts";

const DAY = 86_400_000;
/** Far below the service's limit of 500,000 rows per response, because a page is stored in one transaction. */
const MAX_ROWS = 5_000;
const LIMITS = { timeoutMs: 180_000, maxBytes: 32 * 1_048_576 };

/** Queries the tables of a Log Analytics workspace. */
export const logAnalyticsConnector: Connector = {
  connectorType: "log_analytics",
  pollEveryMs: 5 * 60_000,
  identity: ["tenant_id", "workspace_id"],
  settings: {
    ...MICROSOFT_LOGIN_SETTINGS,
    workspace_id: { meaning: "the workspace id", required: true, problem: uuidProblem },
    tables: {
      meaning: "comma-separated names of the tables to read, or all",
      default: "all",
      problem: (text) => {
        const unknown = text === "all" ? undefined : namesIn(text).find((name) => !isTable(name));
        return unknown === undefined ? undefined : `names '${unknown}', which is not a table that Parapet reads`;
      },
    },
    backfill_days: {
      meaning: "how many days back the first poll starts",
      default: "14",
      problem: numberProblem(0, 730),
    },
    api_endpoint: {
      meaning: "the query API; national clouds have their own",
      default: "https://api.loganalytics.azure.com",
      isDestination: true,
      problem: endpointProblem,
    },
    scope: {
      meaning: "the scope of the token",
      default: "https://api.loganalytics.io/.default",
      problem: (text) => (/^https:\/\/[^\s?#]+$/.test(text) ? undefined : "is not a scope"),
    },
  },
  open: (settings, world) => {
    const client = createHttpClient(world, LIMITS);
    const credentials = microsoftCredentials(client, world, settings, settings["scope"] ?? "");
    const url = below(settings["api_endpoint"] ?? "", `v1/workspaces/${settings["workspace_id"]}/query`);
    return {
      pull: (cursor) =>
        walkTables(
          {
            tables: tablesOf(settings),
            now: world.clock(),
            backfillMs: Number(settings["backfill_days"]) * DAY,
            maxRows: MAX_ROWS,
            query: (text) => runQuery({ client, credentials, url, maxRows: MAX_ROWS }, text),
          },
          cursor,
        ),
      close: () => client.close(),
    };
  },
};

const namesIn = (text: string): readonly string[] => [...new Set(text.split(",").map((name) => name.trim()))];

const isTable = (name: string): name is LogTable => (LOG_TABLES as readonly string[]).includes(name);

const tablesOf = ({ tables = "all" }: Settings): readonly LogTable[] =>
  tables === "all" ? LOG_TABLES : namesIn(tables).filter(isTable);
