import type { DirectoryModel } from "../../model/identity/directory.ts";
import type { AccessModel } from "../../model/identity/entitlement.ts";
import { SERVICE_OWNER } from "../../model/identity/holding.ts";
import type { ListedHolding } from "./update-holdings.ts";

/** Returns what the directory lists for an object: entitlements, reach, and the credentials and owners of a service. */
export function listedHoldings(
  access: AccessModel,
  directory: DirectoryModel,
  objectId: string,
): readonly ListedHolding[] {
  const entitlements = access.entitlementsOf(objectId);
  const listed: ListedHolding[] = entitlements
    .filter(({ state }) => state !== "eligible_with_approval")
    .map(({ key, kind, name, tier, isPrivileged, grantedAt, evidence }) => ({
      kind: "entitlement",
      key,
      grantedAt,
      attributes: { label: name, tier, isPrivileged, type: kind, object: evidence },
    }));
  const { reachesControlPlane, isDirect, path } = access.reachOf(objectId);
  if (reachesControlPlane) {
    const cause = entitlements.find(({ tier }) => isDirect && tier === 0) ?? entitlements[0];
    listed.push({
      kind: "reach",
      key: "control_plane",
      grantedAt: cause?.tier === 0 ? cause.grantedAt : null,
      attributes: {
        label: path.at(-1)?.to ?? cause?.name ?? "control plane",
        tier: 0,
        isPrivileged: true,
        type: null,
        object: cause?.evidence ?? null,
      },
    });
  }
  if (!directory.findService(objectId)) return listed;
  return [...listed, ...credentialsOf(directory, objectId), ...ownersOf(directory, objectId)];
}

const credentialsOf = (directory: DirectoryModel, objectId: string): readonly ListedHolding[] =>
  directory.credentialsOf(objectId).map(({ keyId, type, displayName, createdAt, evidence }) => ({
    kind: "credential",
    key: keyId,
    grantedAt: createdAt,
    attributes: { label: displayName ?? `${type} ${keyId}`, tier: null, isPrivileged: false, type, object: evidence },
  }));

/** Returns the owners that can answer for a service: one whose account is disabled or deleted is no owner any more. */
const ownersOf = (directory: DirectoryModel, objectId: string): readonly ListedHolding[] =>
  directory
    .ownersOf(objectId)
    .filter(({ ownerId }) => !isGone(directory, ownerId))
    .map(({ ownerId, relation, evidence }) => {
      const user = directory.findUser(ownerId);
      const owner = user ?? directory.findService(ownerId);
      return {
        kind: "owner",
        key: ownerId,
        grantedAt: null,
        attributes: {
          label: owner?.displayName ?? ownerId,
          tier: null,
          isPrivileged: false,
          type: owner && !user ? SERVICE_OWNER : relation,
          object: evidence,
        },
      };
    });

function isGone({ findUser, findService, delivered }: DirectoryModel, ownerId: string): boolean {
  const user = findUser(ownerId);
  return user ? !user.isEnabled : delivered.has("users") && findService(ownerId) === undefined;
}
