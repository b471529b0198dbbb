import type { TestReply } from "./service.ts";

/** Returns the status and the error code of a response. */
export const errorOf = ({ status, body }: TestReply) => [status, body["error"]];
