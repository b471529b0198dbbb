import { randomBytes } from "node:crypto";
import { v5, v7 } from "uuid";

/** A fresh id for something the service simply makes. Sorts by the time it was made. */
export const newId = (): string => v7();

/** The id that a name has within a namespace: the same name always has the same one. */
export const nameId = (namespace: string, name: string): string => v5(name, namespace);

/** Random, and never taken from a caller: correlates an answer with its log line. */
export const newRequestId = (): string => randomBytes(12).toString("base64url");
