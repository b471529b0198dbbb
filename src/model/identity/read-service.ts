import type { Fields } from "../fields.ts";
import { readBoolean, readText, readTexts } from "../rows/row-fields.ts";
import type { DirectoryService } from "./directory.ts";
import { readAllShown, readId, readShown, readTime } from "./read-document.ts";

/** The tenants that own Microsoft's own applications. */
const VENDOR_TENANTS: ReadonlySet<string> = new Set([
  "f8cdef31-a31e-4b4a-93e4-5f571e91255a",
  "72f988bf-86f1-41af-91ab-2d7cd011db47",
]);

/** Reads a service principal of the directory. */
export function readService(objectId: string, document: Fields): DirectoryService {
  const alternativeNames = readAllShown(document, "alternativeNames", 512);
  const ownerTenantId = readShown(document, "appOwnerOrganizationId", 64)?.toLowerCase() ?? null;
  const resourceId = alternativeNames.find((name) => name.startsWith("/"))?.toLowerCase() ?? null;
  return {
    objectId,
    appId: readId(document, "appId"),
    displayName: readShown(document, "displayName") ?? readShown(document, "appDisplayName"),
    type: readShown(document, "servicePrincipalType", 64),
    agent: agentOf(document),
    isEnabled: readBoolean(document, "accountEnabled") ?? true,
    createdAt: readTime(document, "createdDateTime"),
    createdByAppId: readId(document, "createdByAppId"),
    ownerTenantId,
    isFirstParty: ownerTenantId !== null && VENDOR_TENANTS.has(ownerTenantId),
    publisher: readShown(document, "verifiedPublisher.displayName") ?? readShown(document, "publisherName"),
    isPublisherVerified: isPublisherVerified(document),
    templateId: templateOf(document),
    signInAudience: readShown(document, "signInAudience", 64),
    ssoMode: readShown(document, "preferredSingleSignOnMode", 64),
    isAssignmentRequired: readBoolean(document, "appRoleAssignmentRequired"),
    tags: readAllShown(document, "tags"),
    alternativeNames,
    replyUrls: readAllShown(document, "replyUrls", 512),
    homepage: readShown(document, "homepage", 512),
    description: readShown(document, "description", 512),
    notes: readShown(document, "notes", 512),
    disabledByVendor: readShown(document, "disabledByMicrosoftStatus"),
    lastSignInAt: readTime(
      document,
      "signInActivity.lastSignInDateTime",
      "lastSignInActivity.lastSignInDateTime",
      "servicePrincipalSignInActivity.lastSignInActivity.lastSignInDateTime",
    ),
    resourceId,
    isUserAssigned: isUserAssigned(alternativeNames, resourceId),
    blueprintId: readId(document, "agentIdentityBlueprintId"),
    sponsorIds: [...readTexts(document, "sponsors.id"), ...readTexts(document, "sponsorIds")].map((id) =>
      id.toLowerCase(),
    ),
  };
}

function agentOf(document: Fields): DirectoryService["agent"] {
  const objectType = readText(document, "objectType")?.toLowerCase();
  if (objectType === "agentidentityblueprintprincipal") return "blueprint";
  const isAgent =
    objectType === "agentidentity" || readText(document, "servicePrincipalType")?.toLowerCase() === "serviceidentity";
  return isAgent ? "identity" : null;
}

function isPublisherVerified(document: Fields): boolean | null {
  if (!Object.hasOwn(document, "verifiedPublisher")) return null;
  return readText(document, "verifiedPublisher.verifiedPublisherId") !== null;
}

/** The template of applications that are in no gallery. */
const CUSTOM_TEMPLATE = "8adf8e6e-67b2-4cf2-a259-e3dc5476c621";

function templateOf(document: Fields): string | null {
  const id = readId(document, "applicationTemplateId");
  return id === CUSTOM_TEMPLATE ? null : id;
}

function isUserAssigned(names: readonly string[], resourceId: string | null): boolean | null {
  const flag = names.find((name) => /^isExplicit=/i.test(name));
  if (flag) return /true$/i.test(flag);
  return resourceId === null ? null : resourceId.includes("/userassignedidentities/");
}
