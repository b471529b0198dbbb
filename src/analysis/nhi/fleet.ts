import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { Fleet } from "./facts.ts";

/** Names that applications imitate, whether or not the directory has the original. */
const KNOWN_NAMES = [
  "Microsoft Office",
  "Microsoft Office 365",
  "Microsoft Teams",
  "Microsoft Graph",
  "Microsoft Outlook",
  "Microsoft Authenticator",
  "Microsoft Azure CLI",
  "Microsoft Azure PowerShell",
  "Office 365 Exchange Online",
  "Office 365 SharePoint Online",
  "Azure Portal",
  "SharePoint Online",
  "OneDrive",
  "OneDrive for Business",
  "Outlook Mobile",
  "Windows Azure Service Management API",
];

/** Collects what is needed to judge each identity against all others. */
export function fleetOf(directory: DirectoryModel, sources: Fleet["sources"], findTuid: Fleet["findTuid"]): Fleet {
  const holders = holdersOf(directory);
  const vendors = directory.services.flatMap(({ isFirstParty, displayName }) =>
    isFirstParty && displayName ? [displayName] : [],
  );
  return {
    directory,
    sources,
    ownTenantId: ownTenantOf(directory),
    holdersOf: (credential) => holders.get(credential.toLowerCase()) ?? 0,
    vendorNames: new Set([...KNOWN_NAMES, ...vendors]),
    findTuid,
  };
}

/** The own tenant owns the most applications that are not the vendor's. */
function ownTenantOf({ services }: DirectoryModel): string | null {
  const counts = new Map<string, number>();
  for (const { ownerTenantId, isFirstParty } of services) {
    if (ownerTenantId !== null && !isFirstParty) counts.set(ownerTenantId, (counts.get(ownerTenantId) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? null;
}

function holdersOf(directory: DirectoryModel): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { objectId } of directory.services) {
    const names = directory
      .credentialsOf(objectId)
      .flatMap(({ keyId, thumbprint }) => [keyId.toLowerCase(), ...(thumbprint ? [thumbprint.toLowerCase()] : [])]);
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
