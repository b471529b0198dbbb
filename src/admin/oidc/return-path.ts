import { isConsolePath } from "../../http/console/pages.ts";

/** Longer ones would not fit into the cookie that keeps them. */
const MAX_LENGTH = 400;
const ORIGIN = "http://console.invalid";

/** Returns the page of the console to show after the sign-in; the first page instead of anything that is not one. */
export function returnPathOf(text: string | undefined): string {
  if (text === undefined || text.length > MAX_LENGTH || !/^\/[!-~]*$/.test(text) || text.includes("\\")) return "/";
  if (!URL.canParse(text, ORIGIN)) return "/";
  const { origin, pathname, search } = new URL(text, ORIGIN);
  // The path is checked as the browser will resolve it.
  const isPage = origin === ORIGIN && !pathname.startsWith("//") && isConsolePath(pathname);
  return isPage ? pathname + search : "/";
}
