import type { ReplyOf } from "../../api/call.ts";

/** A machine identity with its persona, as the API returns it. */
export type Nhi = ReplyOf<"getNhiDetail">;
