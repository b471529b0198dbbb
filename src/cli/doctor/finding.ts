import { messageOf } from "../command.ts";

/** The result of one check. A warning leaves the exit code 0. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly warning?: true;
  readonly detail: string;
}

/** The outcome of a check that did not fail: a description or a warning. */
export type Found = string | { readonly warning: string };

/** Runs a check; an error that it throws becomes a failed finding. */
export async function attempt(check: string, work: () => Promise<Found>): Promise<Finding> {
  try {
    const found = await work();
    return typeof found === "string"
      ? { check, ok: true, detail: found }
      : { check, ok: true, warning: true, detail: found.warning };
  } catch (error) {
    return { check, ok: false, detail: error instanceof Error ? messageOf(error) : String(error) };
  }
}
