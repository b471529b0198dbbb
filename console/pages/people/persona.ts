import type { ReplyOf } from "../../api/call.ts";

/** A person with their persona, as the API returns it. */
export type Persona = ReplyOf<"getPersonaDetail">;
