import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call.ts";

/** The query for the ways to sign in. */
export const SIGN_IN_OPTIONS = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: ({ signal }) => call("getSignInOptions", {}, signal),
});
