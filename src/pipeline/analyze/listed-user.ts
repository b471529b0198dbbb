import type { DirectoryUser } from "../../model/identity/directory.ts";
import type { User } from "../../model/user.ts";
import type { AnalysisRun } from "./analysis-run.ts";

/** Returns the directory object of a user, if the directory has one. */
export const listedUserOf = (
  { directory }: Pick<AnalysisRun, "directory">,
  { externalId }: User,
): DirectoryUser | undefined => (externalId === null ? undefined : directory.findUser(externalId.toLowerCase()));
