import type { DirectoryChange } from "../../model/identity/activity.ts";

/** A change as the reader of a table finds it, before the row and its actor are added. */
export type ReadChange = Pick<DirectoryChange, "change" | "target" | "objectId" | "objectName" | "operation">;
