import type { Nhi } from "../nhi.ts";
import { NHI_CLASSES, PROVIDERS } from "../vocabulary.ts";
import type { DirectoryService } from "./directory.ts";
import { listedClass, serviceProvider, serviceType } from "./service-kind.ts";

/**
 * Returns a service principal as an item of the NHI list. The results of an analysis stay until the next one: class,
 * archetype, steward and, unless the identity was disabled, status.
 */
export function toListedNhi(nuid: string, service: DirectoryService, before: Nhi | undefined, now: Date): Nhi {
  const provider = serviceProvider(service);
  return {
    nuid,
    displayName: service.displayName ?? service.appId ?? service.objectId,
    provider: { key: provider, label: PROVIDERS[provider] },
    principalId: service.objectId,
    appId: service.appId,
    ...seenTimes(service, before, now),
    ...(before?.hasPersona ? analyzedPart(before, service) : unanalyzedPart(service)),
  };
}

const isUsable = ({ isEnabled, disabledByVendor }: DirectoryService): boolean => isEnabled && disabledByVendor === null;

type Judged = Omit<Nhi, "nuid" | "displayName" | "provider" | "principalId" | "appId" | "firstSeen" | "lastSeen">;

function unanalyzedPart(service: DirectoryService): Judged {
  const nhiClass = listedClass(service);
  return {
    nhiClass,
    nhiClassLabel: NHI_CLASSES[nhiClass],
    identityType: serviceType(service, null),
    archetype: null,
    archetypeLabel: null,
    status: isUsable(service) ? "active" : "dormant",
    hasPersona: false,
    stewardUpn: null,
  };
}

const analyzedPart = (before: Nhi, service: DirectoryService): Judged => ({
  nhiClass: before.nhiClass,
  nhiClassLabel: before.nhiClassLabel,
  identityType: before.identityType,
  archetype: before.archetype,
  archetypeLabel: before.archetypeLabel,
  status: isUsable(service) ? before.status : "dormant",
  hasPersona: true,
  stewardUpn: before.stewardUpn,
});

function seenTimes(service: DirectoryService, before: Nhi | undefined, now: Date): Pick<Nhi, "firstSeen" | "lastSeen"> {
  const firstSeen = earliest(before?.firstSeen ?? null, service.createdAt ?? now);
  return { firstSeen, lastSeen: latest(before?.lastSeen ?? null, latest(service.lastSignInAt, firstSeen)) };
}

const earliest = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b);
const latest = (a: Date | null, b: Date): Date => (a !== null && a > b ? a : b);
