/** The addresses of the console's own pages: below `/d/` is everything of one domain. */
export const PAGES = ["/", "/sign-in", "/set-up", "/invitation", "/d/*"];

/** Returns whether a path is one of the console's pages. */
export function isConsolePath(path: string): boolean {
  return PAGES.some((page) => (page.endsWith("*") ? path.startsWith(page.slice(0, -1)) : path === page));
}
