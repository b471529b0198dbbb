import { createStore } from "../../../app/store.ts";

/** The API key to try operations with. It is in memory only: a reload forgets it. */
export const pastedKey = createStore("");
