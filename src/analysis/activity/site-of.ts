import { storableText } from "../../model/text/storable-text.ts";
import type { Named } from "./act.ts";

const EXAMINED = 1_024;
/** The host, and the path of a site if the address has one. */
const SITE = /^https?:\/\/([^/?#\s]{1,253})(?:\/(sites|teams|personal)\/([^/?#\s]{1,128}))?/i;

/** Returns the SharePoint or OneDrive site of a web address. */
export function siteOf(address: string | null): Named | null {
  const [, host, area, name] = SITE.exec(address?.slice(0, EXAMINED) ?? "") ?? [];
  if (host === undefined) return null;
  if (area === undefined || name === undefined) return { key: `site:${host}`, label: `site:${host}` };
  return { key: `site:${host}/${area}/${name}`, label: `site:${decoded(name)}` };
}

function decoded(name: string): string {
  try {
    return storableText(decodeURIComponent(name));
  } catch {
    return name;
  }
}
