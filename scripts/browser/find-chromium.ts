import { findProgram } from "../services/find-program.ts";

/** Returns the path of an installed Chromium, or undefined if there is none. */
export const findChromium = (): string | undefined => findProgram(["chromium", "chromium-browser", "google-chrome"]);
