import { deviceOf } from "../device.ts";
import { shift } from "../moment.ts";
import type { Place } from "../place.ts";
import { type Random, seededRandom } from "../random.ts";
import { auditRow, userTarget } from "../rows/audit.ts";
import { azureActivityRow } from "../rows/azure-activity.ts";
import { graphActivityRow } from "../rows/graph-activity.ts";
import { provisioningRow } from "../rows/provisioning.ts";
import type { SynthRow } from "../rows/row.ts";
import { managedIdentitySigninRow, servicePrincipalSigninRow } from "../rows/service-signin.ts";
import type { Employee } from "../workforce/employee.ts";
import type { CallTrace } from "./archetypes.ts";
import type { Nhi } from "./nhi.ts";
import { callsOn } from "./rhythms.ts";

export interface NhiDay {
  readonly seed: number;
  readonly day: number;
  readonly date: Date;
  readonly staff: readonly Employee[];
}

/** Generates the rows of a program's calls on one day. */
export function callOn(nhi: Nhi, when: NhiDay): readonly SynthRow[] {
  if (nhi.activeFrom === null || when.day < nhi.activeFrom) return [];
  const random = seededRandom(when.seed, `calls ${nhi.name}/${when.day}`);
  const today = nhi.extra.filter(({ from, to }) => when.day >= from && when.day <= to);
  const tempo = today.find((extra) => extra.tempo)?.tempo ?? nhi.tempo;
  const scene = { nhi, random, staff: when.staff };
  const usual = callsOn(tempo, when.date, random).flatMap((ms) =>
    callOnce({ ...scene, at: shift(when.date, ms), place: nhi.site, userAgent: agentOf(nhi) }),
  );
  const planted = today.flatMap(({ place, operator }) => {
    if (!place && !operator) return [];
    return callsOn({ ...tempo, rhythm: "business_hours", calls: 4 }, when.date, random).flatMap((ms) =>
      callOnce({
        ...scene,
        at: shift(when.date, ms),
        place: operator?.home ?? place ?? nhi.site,
        userAgent: operator ? operator.laptop.userAgent : agentOf(nhi),
      }),
    );
  });
  return [...usual, ...planted];
}

const agentOf = ({ family, owner }: Nhi): string => {
  if (family.archetype.fromDevice) return (owner?.laptop ?? deviceOf("windows")).userAgent;
  return family.archetype.key === "ci_cd" ? "azsdk-js-identity/4.9.1 Node/22" : "azsdk-python-identity/1.19.0";
};

interface Scene {
  readonly nhi: Nhi;
  readonly at: Date;
  readonly place: Place;
  readonly userAgent: string;
  readonly random: Random;
  readonly staff: readonly Employee[];
}

/** A token serves several calls, so that not every call has a sign-in of its own. */
const SIGN_IN_SHARE = 0.6;

function callOnce(scene: Scene): readonly SynthRow[] {
  const { nhi, random } = scene;
  const { traces } = nhi.family.archetype;
  const isTraced = traces.length > 0;
  const signIn = !isTraced || random.chance(SIGN_IN_SHARE) ? [signInRow(scene)] : [];
  return isTraced ? [...signIn, traceRow(scene, random.pick(traces))] : signIn;
}

function signInRow({ nhi, at, place, userAgent }: Scene): SynthRow {
  const signIn = { at, service: nhi, place, resource: nhi.family.resource };
  if (nhi.family.archetype.type === "ManagedIdentity") return managedIdentitySigninRow(signIn);
  const credential = nhi.credentials.find(({ isUsed }) => isUsed);
  const isFederated = credential?.type === "federated";
  return servicePrincipalSigninRow({
    ...signIn,
    keyId: isFederated ? undefined : credential?.keyId,
    more: {
      UserAgent: userAgent,
      ...(credential && { ClientCredentialType: CREDENTIAL_TYPES[credential.type] }),
      ...(isFederated && { FederatedCredentialId: credential.keyId }),
    },
  });
}

const CREDENTIAL_TYPES = {
  secret: "clientSecret",
  certificate: "clientAssertion",
  federated: "federatedIdentityCredential",
} as const;

function traceRow({ nhi, at, place, random, staff, userAgent }: Scene, trace: CallTrace): SynthRow {
  const whom = random.pick(staff);
  if (trace.log === "graph") {
    const path = trace.path.replace("ID", whom.objectId);
    const roles = nhi.permissions.join(" ");
    const more = { UserAgent: userAgent, Roles: roles };
    return graphActivityRow({ at, service: nhi, ip: place.ip, method: trace.method, path, more });
  }
  if (trace.log === "azure") {
    const resource = nhi.family.purpose.replaceAll(" ", "-").toLowerCase();
    return azureActivityRow({
      at,
      by: nhi,
      ip: place.ip,
      operation: trace.operation,
      group: resourceGroupOf(nhi),
      resource,
    });
  }
  if (trace.log === "provisioning") {
    const system = random.pick(["Workday", "Salesforce", "Zendesk"]);
    return provisioningRow({
      at,
      service: nhi,
      action: random.chance(0.1) ? "create" : "update",
      target: whom,
      system,
    });
  }
  return auditRow({
    at,
    by: nhi,
    ip: place.ip,
    operation: trace.operation,
    category: "UserManagement",
    targets: [userTarget(whom)],
  });
}

/** Returns the resource group that a program manages or runs in. */
export const resourceGroupOf = ({ family }: Nhi): string =>
  `rg-${family.stem}-${family.purpose}`.toLowerCase().replaceAll(" ", "-");
