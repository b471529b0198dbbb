/** Returns the domain of an address; null for other text. */
export const domainOfAddress = (address: string): string | null =>
  /^[^\s@|\\]+@([^\s@|\\]+\.[a-z]{2,})$/.exec(address.slice(0, 320).toLowerCase())?.[1] ?? null;

/** Names of providers of private mailboxes, without the top-level label. */
const PRIVATE_PROVIDERS: ReadonlySet<string> = new Set(
  `gmail googlemail outlook hotmail live msn yahoo ymail rocketmail icloud me mac aol gmx web mail proton protonmail pm tutanota
tuta zoho fastmail hushmail mailfence posteo startmail runbox yandex rambler ukr seznam onet interia abv freemail freenet arcor
libero virgilio tiscali laposte wanadoo sfr bluewin telenet uol bol qq foxmail 163 126 sina sohu 139 naver hanmail daum rediffmail
btinternet virginmedia ntlworld talktalk comcast sbcglobal bellsouth bigpond optusnet`.split(/\s+/),
);

/** Returns whether anybody can get a mailbox in a domain. */
export const isPrivateProvider = (domain: string): boolean => PRIVATE_PROVIDERS.has(nameOf(domain));

/** Shorter parts of names are in many addresses. */
const LEAST_NAME = 4;

/**
 * Returns whether an address outside is somebody's private mailbox: of a provider where anybody gets one, or with the
 * longest part of the sender's own name.
 */
export function isPrivateMailbox(address: string, sender: string): boolean {
  const domain = domainOfAddress(address);
  if (domain === null) return false;
  if (isPrivateProvider(domain)) return true;
  const parts = localPartOf(sender)
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== "");
  const name = parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
  // A single word is often the name of a function, such as `sales`, which other organizations have too.
  return parts.length > 1 && name.length >= LEAST_NAME && localPartOf(address).includes(name);
}

const localPartOf = (address: string): string => address.slice(0, 320).toLowerCase().split("@")[0] ?? "";

/** Top-level labels that are followed by another one in the domains below them, such as `co.uk`. */
const SECOND_LEVEL: ReadonlySet<string> = new Set(["ac", "co", "com", "edu", "gov", "net", "or", "org"]);

/** Returns the label that names the owner: `contoso` of `mail.contoso.co.uk`. */
const nameOf = (domain: string): string => registeredDomainOf(domain).split(".")[0] ?? domain;

/** Returns the part of a domain that somebody registered: `contoso.co.uk` of `mail.contoso.co.uk`. */
export function registeredDomainOf(domain: string): string {
  const labels = domain.split(".").filter((label) => label !== "");
  const isLong = labels.length > 2 && SECOND_LEVEL.has(labels.at(-2) ?? "") && (labels.at(-1) ?? "").length === 2;
  return labels.slice(isLong ? -3 : -2).join(".");
}

/** Returns whether two domains belong to one organization: one is below the other. Equal names elsewhere are look-alikes. */
export const isSameOrganization = (a: string, b: string): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
