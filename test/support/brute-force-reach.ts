import type { Fields } from "../../src/model/fields.ts";
import type { PlantedDirectory } from "./planted-directory.ts";

/** What each role or permission of a planted directory can take over; written down here apart from the product's tables. */
const TAKES_OVER: Readonly<Record<string, string>> = {
  "62e90394-69f5-4237-9190-012177145e10": "all",
  "729827e3-9c14-49f7-bb1b-9608f156bbb8": "plain users",
  "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3": "apps",
  "fdd7a751-b60b-444a-984c-02652fe8fa1c": "plain groups",
  "69091246-20e8-4a56-aa4d-066075b2a7a8": "unified groups",
  "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8": "all",
  "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9": "apps",
};
const TENANT_CONTROL: ReadonlySet<string> = new Set([
  "62e90394-69f5-4237-9190-012177145e10",
  "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3",
  "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8",
  "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9",
]);
/** Roles that protect a user's password in any scope, and those that do so only in the scope of the tenant. */
const PROTECTING_ROLES: ReadonlySet<string> = new Set([
  ...TENANT_CONTROL,
  "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
  "729827e3-9c14-49f7-bb1b-9608f156bbb8",
]);
const PROTECTING_IN_TENANT: ReadonlySet<string> = new Set([
  "69091246-20e8-4a56-aa4d-066075b2a7a8",
  "fdd7a751-b60b-444a-984c-02652fe8fa1c",
]);
const RUNS_CODE: ReadonlySet<string> = new Set(["Owner", "Contributor", "Virtual Machine Contributor"]);

export interface BruteForceReach {
  /** The fewest control edges to the control plane; null if three do not suffice. */
  readonly edges: number | null;
  readonly share: number;
}

const text = (fields: Fields, name: string): string => String(fields[name] ?? "");

/**
 * Follows every path from an identity, by recursion over sets of what it controls, one control edge at a time. It shares
 * no code with the product's search and looks at the objects themselves.
 */
export function bruteForceReach(directory: PlantedDirectory, start: string): BruteForceReach {
  const world = new World(directory);
  let controlled = new Set([start]);
  let edges: number | null = null;
  for (let spent = 0; spent <= 3; spent += 1) {
    const acting = world.withGroups(controlled);
    if (edges === null && [...acting].some((id) => world.holdsControlPlane(id))) edges = spent;
    if (spent === 3) break;
    controlled = new Set([...controlled, ...[...acting].flatMap((id) => world.takenOverBy(id))]);
  }
  controlled.delete(start);
  const counted = world.counted();
  return { edges, share: [...controlled].filter((id) => counted.has(id)).length / counted.size };
}

class World {
  readonly #directory: PlantedDirectory;

  constructor(directory: PlantedDirectory) {
    this.#directory = directory;
  }

  #isEnabled(id: string): boolean {
    const fields = this.#directory.users.get(id) ?? this.#directory["service-principals"].get(id);
    return fields?.["accountEnabled"] !== false;
  }

  counted(): ReadonlySet<string> {
    const identities = [...this.#directory.users.keys(), ...this.#directory["service-principals"].keys()];
    return new Set([...identities.filter((id) => this.#isEnabled(id)), ...this.#directory["azure-resources"].keys()]);
  }

  /** Adds every group that a member of the set is in, again and again. */
  withGroups(members: ReadonlySet<string>): ReadonlySet<string> {
    const all = new Set(members);
    for (let size = -1; size !== all.size; ) {
      size = all.size;
      for (const id of this.#directory.memberships.keys()) {
        const [group = "", member = ""] = id.split("/");
        if (all.has(member) && this.#directory.groups.has(group)) all.add(group);
      }
    }
    return all;
  }

  /** The directory roles and permissions of a principal that need nobody's approval. */
  #held(id: string): readonly string[] {
    const roles = [...this.#directory["role-assignments"].values(), ...this.#directory["role-eligibilities"].values()]
      .filter((fields) => text(fields, "principalId") === id && fields["requiresApproval"] !== true)
      .filter((fields) => text(fields, "directoryScopeId") === "/")
      .map((fields) => text(fields, "roleDefinitionId"));
    const permissions = [...this.#directory["app-role-assignments"].values()]
      .filter((fields) => text(fields, "principalId") === id)
      .map((fields) => text(fields, "appRoleId"));
    return [...roles, ...permissions];
  }

  #azure(id: string): readonly Fields[] {
    return [...this.#directory["azure-role-assignments"].values()].filter(
      (fields) =>
        text(fields, "principalId") === id && !(fields["eligible"] === true && fields["requiresApproval"] === true),
    );
  }

  holdsControlPlane(id: string): boolean {
    if (this.#held(id).some((role) => TENANT_CONTROL.has(role))) return true;
    const isWide = (scope: string): boolean => scope.split("/").length <= 3;
    if (this.#azure(id).some((fields) => fields["roleName"] === "Owner" && isWide(text(fields, "scope")))) return true;
    return this.#delegated(id);
  }

  /** Whether a client acts with Group.ReadWrite.All for all users, or for one who could do everything anyway. */
  #delegated(id: string): boolean {
    return [...this.#directory["delegated-grants"].values()].some((fields) => {
      if (text(fields, "clientId") !== id || text(fields, "scope") !== "Group.ReadWrite.All") return false;
      if (fields["consentType"] === "AllPrincipals") return true;
      return [...this.withGroups(new Set([text(fields, "principalId")]))].some((holder) => this.#isTierZero(holder));
    });
  }

  #isTierZero(id: string): boolean {
    if (this.#held(id).some((role) => TENANT_CONTROL.has(role))) return true;
    return this.#azure(id).some((fields) => {
      const scope = text(fields, "scope");
      if (!RUNS_CODE.has(text(fields, "roleName"))) return false;
      return scope.split("/").length <= 3 || this.#hostsTierZero(scope);
    });
  }

  #hostsTierZero(scope: string): boolean {
    return [...this.#directory["azure-resources"]].some(([id, fields]) => {
      const identity = text((fields["identity"] ?? {}) as Fields, "principalId");
      if (!isBelow(id, scope) || !this.#directory["service-principals"].has(identity)) return false;
      return [...this.withGroups(new Set([identity]))].some(
        (holder) =>
          this.#held(holder).some((role) => TENANT_CONTROL.has(role)) ||
          this.#azure(holder).some(
            (held) => RUNS_CODE.has(text(held, "roleName")) && text(held, "scope").split("/").length <= 3,
          ),
      );
    });
  }

  /** The objects that one control edge takes over. */
  takenOverBy(id: string): readonly string[] {
    const found = [...this.#owned(id), ...this.#trusting(id), ...this.#hosted(id), ...this.#resourcesOf(id)];
    const byRole = this.#held(id).flatMap((role) => this.#targets(TAKES_OVER[role]));
    return [...found, ...byRole].filter((target) => this.#isEnabled(target));
  }

  #owned(id: string): readonly string[] {
    return [...this.#directory.owners.values()]
      .filter((fields) => text(fields, "ownerId") === id)
      .map((fields) => text(fields, "objectId"));
  }

  #trusting(id: string): readonly string[] {
    return [...this.#directory.credentials.values()]
      .filter((fields) => text(fields, "subject") === id)
      .map((fields) => text(fields, "objectId"));
  }

  #hosted(id: string): readonly string[] {
    const identity = this.#directory["azure-resources"].get(id)?.["identity"];
    const hosted = identity ? text(identity as Fields, "principalId") : "";
    return this.#directory["service-principals"].has(hosted) ? [hosted] : [];
  }

  #resourcesOf(id: string): readonly string[] {
    const scopes = this.#azure(id)
      .filter((fields) => RUNS_CODE.has(text(fields, "roleName")))
      .map((fields) => text(fields, "scope"));
    return [...this.#directory["azure-resources"].keys()].filter((resource) =>
      scopes.some((scope) => isBelow(resource, scope)),
    );
  }

  #targets(what: string | undefined): readonly string[] {
    const { users, groups, "service-principals": services, "azure-resources": resources } = this.#directory;
    const groupsWhere = (test: (fields: Fields) => boolean): readonly string[] =>
      [...groups].filter(([, fields]) => fields["isAssignableToRole"] !== true && test(fields)).map(([id]) => id);
    if (what === "all") return [...users.keys(), ...services.keys(), ...groups.keys(), ...resources.keys()];
    if (what === "plain users") return [...users.keys()].filter((id) => !this.#isProtected(id));
    if (what === "plain groups") return groupsWhere(() => true);
    if (what === "unified groups") return groupsWhere((fields) => (fields["groupTypes"] as string[]).length > 0);
    if (what !== "apps") return [];
    return [...services].filter(([, f]) => f["servicePrincipalType"] !== "ManagedIdentity").map(([id]) => id);
  }

  #isProtected(user: string): boolean {
    const roles = [...this.#directory["role-assignments"].values(), ...this.#directory["role-eligibilities"].values()];
    return [...this.withGroups(new Set([user]))].some(
      (id) =>
        this.#directory.groups.get(id)?.["isAssignableToRole"] === true ||
        roles.some((fields) => text(fields, "principalId") === id && isProtecting(fields)),
    );
  }
}

function isProtecting(fields: Fields): boolean {
  const role = text(fields, "roleDefinitionId");
  return PROTECTING_ROLES.has(role) || (PROTECTING_IN_TENANT.has(role) && fields["directoryScopeId"] === "/");
}

const isBelow = (resource: string, scope: string): boolean =>
  scope === "/" || resource === scope || resource.startsWith(`${scope}/`);
