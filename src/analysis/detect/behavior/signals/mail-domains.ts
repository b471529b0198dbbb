/** Returns the domain of an address; null for other text. */
export const domainOfAddress = (address: string): string | null =>
  /^[^\s@|\\]+@([^\s@|\\]+\.[a-z]{2,})$/.exec(address.slice(0, 320).toLowerCase())?.[1] ?? null;

/** Names of providers of private mailboxes, without the top-level label. */
const PRIVATE_PROVIDERS: ReadonlySet<string> = new Set([
  "gmail",
  "googlemail",
  "outlook",
  "hotmail",
  "live",
  "msn",
  "yahoo",
  "ymail",
  "icloud",
  "me",
  "aol",
  "gmx",
  "web",
  "proton",
  "protonmail",
  "mail",
  "yandex",
  "qq",
  "163",
  "126",
  "zoho",
  "tutanota",
]);

/** Returns whether anybody can get a mailbox in a domain. */
export const isPrivateProvider = (domain: string): boolean => PRIVATE_PROVIDERS.has(nameOf(domain));

/** Top-level labels that are followed by another one in the domains below them, such as `co.uk`. */
const SECOND_LEVEL: ReadonlySet<string> = new Set(["ac", "co", "com", "edu", "gov", "net", "or", "org"]);

/** Returns the label that names the owner: `contoso` of `mail.contoso.co.uk`. */
function nameOf(domain: string): string {
  const labels = domain.split(".").filter((label) => label !== "");
  const isLong = labels.length > 2 && SECOND_LEVEL.has(labels.at(-2) ?? "") && (labels.at(-1) ?? "").length === 2;
  return labels.at(isLong ? -3 : -2) ?? domain;
}

/** Returns whether two domains belong to one organization: one is below the other. Equal names elsewhere are look-alikes. */
export const isSameOrganization = (a: string, b: string): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
