import type { Fields } from "../../model/fields.ts";
import { TENANT_ID } from "../account.ts";
import { DAY_MS, shift } from "../moment.ts";
import type { SynthPerson } from "../people.ts";
import { seededRandom } from "../random.ts";
import { APP_ROLE_IDS } from "../service-families.ts";
import type { Service } from "../services.ts";
import type { Setting } from "../setting.ts";
import { synthId } from "../synth-id.ts";
import { hostIdOf } from "./azure.ts";

export const GRAPH = {
  appId: "00000003-0000-0000-c000-000000000000",
  id: synthId(0, "service principal", "Microsoft Graph"),
};
export const PLATFORM_TENANT = "f8cdef31-a31e-4b4a-93e4-5f571e91255a";

/** Returns the service principal of Microsoft Graph. */
export const graphPrincipal = (): Fields => ({
  ...GRAPH,
  displayName: "Microsoft Graph",
  servicePrincipalType: "Application",
  accountEnabled: true,
  appOwnerOrganizationId: PLATFORM_TENANT,
});

/** Generates the service principals, including that of Microsoft Graph. */
export const makeServicePrincipals = (services: readonly Service[]): readonly Fields[] => [
  graphPrincipal(),
  ...services.map((service) => ({
    id: service.objectId,
    appId: service.appId,
    displayName: service.name,
    servicePrincipalType: service.family.type,
    accountEnabled: true,
    createdDateTime: service.createdAt.toISOString(),
    appOwnerOrganizationId: service.family.isExternal ? synthId(0, "tenant", service.name) : TENANT_ID,
    tags: service.family.type === "Application" ? ["WindowsAzureActiveDirectoryIntegratedApp"] : [],
    alternativeNames: alternativeNamesOf(service),
  })),
];

/** Returns the names that the directory gives a managed identity: that of its resource is the last. */
function alternativeNamesOf(service: Service): readonly string[] {
  const hostId = hostIdOf(service);
  return hostId === null ? [] : ["isExplicit=False", hostId];
}

export const makeAppRoleAssignments = (services: readonly Service[]): readonly Fields[] =>
  services.flatMap((service) =>
    service.family.appRoles.map((role) => ({
      id: synthId(0, "app role assignment", `${service.name}/${role}`),
      principalId: service.objectId,
      principalType: "ServicePrincipal",
      principalDisplayName: service.name,
      resourceId: GRAPH.id,
      resourceDisplayName: "Microsoft Graph",
      appRoleId: APP_ROLE_IDS[role],
      createdDateTime: service.createdAt.toISOString(),
    })),
  );

/** Generates delegated grants: for all users, or for single users. */
export function makeGrants(
  setting: Setting,
  services: readonly Service[],
  people: readonly SynthPerson[],
): readonly Fields[] {
  const random = seededRandom(setting.seed, "grants");
  return services
    .filter(({ family }) => family.scopes !== "")
    .flatMap((service): readonly Fields[] => {
      const grant = { clientId: service.objectId, resourceId: GRAPH.id, scope: service.family.scopes };
      const idOf = (whom: string): string => synthId(0, "grant", `${service.name}/${whom}`);
      if (random.chance(0.6)) return [{ id: idOf("all"), ...grant, consentType: "AllPrincipals", principalId: null }];
      return random.sample(people, 8).map(({ email, objectId }) => ({
        id: idOf(email),
        ...grant,
        consentType: "Principal",
        principalId: objectId,
      }));
    });
}

export const keyIdOf = (service: Service): string => synthId(0, "credential", service.name);

const LISTS = {
  secret: "passwordCredentials",
  certificate: "keyCredentials",
  federated: "federatedIdentityCredentials",
} as const;

/** Generates secrets, certificates and federated credentials of programs; some expired long ago. */
export function makeCredentials(setting: Setting, services: readonly Service[]): readonly Fields[] {
  const random = seededRandom(setting.seed, "credentials");
  return services.flatMap((service): readonly Fields[] => {
    const { credential } = service.family;
    if (credential === null) return [];
    const held = {
      keyId: keyIdOf(service),
      displayName: `${service.name} ${credential}`,
      startDateTime: service.createdAt.toISOString(),
      endDateTime: shift(setting.until, random.int(service.isDormant ? -300 : 20, 500) * DAY_MS).toISOString(),
    };
    return [{ id: service.objectId, appId: service.appId, [LISTS[credential]]: [held] }];
  });
}

export const makeOwners = (services: readonly Service[]): readonly Fields[] =>
  services.flatMap(({ objectId, owner }) =>
    owner ? [ownersObject(objectId, [{ type: "user", id: owner.objectId }])] : [],
  );

/** Returns the owners of a service principal as Microsoft Graph nests them. */
export const ownersObject = (
  id: string,
  owners: readonly { readonly type: "user" | "servicePrincipal"; readonly id: string }[],
): Fields => ({
  id,
  owners: owners.map((owner) => ({ "@odata.type": `#microsoft.graph.${owner.type}`, id: owner.id })),
});
