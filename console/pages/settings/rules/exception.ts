import type { ReplyOf } from "../../../api/call.ts";

/** An exception, as the API returns it. */
export type Exception = ReplyOf<"listExceptions">["items"][number];

/** Returns what an exception is about, as people know it. */
export const nameOf = ({ entity, entity_name }: Exception): string => entity_name ?? entity;
