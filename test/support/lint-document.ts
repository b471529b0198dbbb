import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** Returns what Redocly's recommended rules find in a published OpenAPI document. */
export async function lintDocument(path: string): Promise<{ readonly totals: unknown; readonly problems: unknown }> {
  const lint = promisify(execFile)(
    `${REPOSITORY}/node_modules/.bin/redocly`,
    ["lint", path, "--extends", "recommended", "--format", "json"],
    {
      cwd: REPOSITORY,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      },
    },
  );
  const { stdout } = await lint.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as { readonly totals: unknown; readonly problems: unknown };
}

/** What a document without any problem gives. */
export const NO_PROBLEMS = { totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] };
