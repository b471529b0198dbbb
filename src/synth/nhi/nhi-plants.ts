import { serviceAccountOf } from "../account.ts";
import type { Knobs } from "../knobs.ts";
import { ELSEWHERE } from "../place.ts";
import { countFor, type Plant } from "../plants/plant.ts";
import { type Random, seededRandom } from "../random.ts";
import { synthId } from "../synth-id.ts";
import type { Employee } from "../workforce/employee.ts";
import type { Nhi, NhiCredential } from "./nhi.ts";
import { drawTempo, RHYTHMS } from "./rhythms.ts";

export interface NhiPlants {
  readonly nhis: readonly Nhi[];
  readonly plants: readonly Plant[];
}

interface Context {
  readonly knobs: Knobs;
  readonly random: Random;
  readonly staff: readonly Employee[];
  /** The day on which changes start. */
  readonly day: number;
}

/** One kind of plant: which programs suit it, and what it changes about one of them. */
interface NhiKind {
  readonly kind: string;
  readonly family?: Plant["family"];
  readonly share: number;
  readonly suits?: (nhi: Nhi) => boolean;
  readonly make: (
    nhi: Nhi,
    context: Context,
  ) => { readonly change: Partial<Nhi>; readonly expected: Plant["expected"] };
  readonly startsInPeriod?: true;
}

const hasSecret = ({ credentials }: Nhi): boolean => credentials.some(({ type }) => type !== "federated");
const isOwn = ({ publisher, family }: Nhi): boolean => publisher === "own" && family.archetype.type === "Application";
const isExternal = ({ publisher }: Nhi): boolean => publisher === "verified";

const changed = ({ credentials }: Nhi, change: Partial<NhiCredential>): readonly NhiCredential[] =>
  credentials.map((credential) => ({ ...credential, ...change }));

const added = ({ name }: Nhi, key: string, more: Partial<NhiCredential>): NhiCredential => ({
  keyId: synthId(0, "credential", `${name}/${key}`),
  type: "secret",
  startDay: -40,
  endDay: 600,
  isUsed: false,
  ...more,
});

const KINDS: readonly NhiKind[] = [
  {
    kind: "look_alike_name",
    share: 0.01,
    suits: isExternal,
    make: (nhi, { random }) => {
      const name = random.pick(["Micros0ft Teams Sync", "Microsoft 0utlook Add-in", "Offlce 365 Helper"]);
      const account = serviceAccountOf(`${name} ${nhi.name.slice(-1)}`);
      return { change: { ...account, publisher: "unverified" }, expected: { look_alike: true, verified: false } };
    },
  },
  {
    kind: "consent_phish",
    share: 0.01,
    suits: isExternal,
    make: (_, { random, staff }) => ({
      change: {
        publisher: "unverified",
        scopes: "openid offline_access Mail.ReadWrite MailboxSettings.ReadWrite Contacts.Read",
        consents: random.sample(staff, 3),
        createdDaysBefore: -1,
      },
      expected: { verified: false, consented_by_users: true },
    }),
  },
  {
    kind: "human_use",
    share: 0.015,
    suits: (nhi) => isOwn(nhi) && nhi.family.archetype.fromDevice === undefined && hasSecret(nhi),
    startsInPeriod: true,
    make: (nhi, { random, staff, day, knobs }) => {
      const operator = nhi.owner ?? random.pick(staff);
      const to = Math.min(knobs.days, day + 6);
      return {
        change: { extra: [{ from: day, to, operator }] },
        expected: { human_use: true, operator: operator.email },
      };
    },
  },
  {
    kind: "shared_credential",
    share: 0.015,
    suits: (nhi) => isOwn(nhi) && hasSecret(nhi),
    make: (_, { knobs }) => ({
      change: { extra: [{ from: 0, to: knobs.days, place: ELSEWHERE.lisbon }] },
      expected: { shared_credential: true },
    }),
  },
  {
    kind: "wildcard_federation",
    share: 0.01,
    suits: ({ credentials }) => credentials.some(({ type }) => type === "federated"),
    make: (nhi) => ({
      change: { credentials: changed(nhi, { subject: "repo:northwind/*:ref:refs/heads/*" }) },
      expected: { wildcard_federation: true },
    }),
  },
  {
    kind: "expired_but_used",
    share: 0.015,
    suits: hasSecret,
    make: (nhi) => ({
      change: { credentials: changed(nhi, { startDay: -500, endDay: -12 }) },
      expected: { expired_but_used: true },
    }),
  },
  {
    kind: "unused_credential",
    share: 0.02,
    suits: hasSecret,
    make: (nhi) => ({
      change: { credentials: [...nhi.credentials, added(nhi, "unused", { startDay: -200 })] },
      expected: { unused_credential: true },
    }),
  },
  {
    kind: "very_long_secret",
    share: 0.015,
    suits: hasSecret,
    make: (nhi) => ({ change: { credentials: changed(nhi, { endDay: 36_000 }) }, expected: { long_lived: true } }),
  },
  {
    kind: "unused_tier_0",
    share: 0.015,
    suits: isOwn,
    make: (nhi) => ({
      change: {
        permissions: [...nhi.permissions, "RoleManagement.ReadWrite.Directory"],
        activeFrom: null,
        reachesControlPlane: true,
      },
      expected: { unused: true, tier: 0 },
    }),
  },
  {
    kind: "reactivated",
    share: 0.01,
    suits: isOwn,
    make: (_, { knobs }) => {
      const activeFrom = Math.max(Math.floor(knobs.days / 2), Math.min(125, knobs.days - 10));
      return { change: { activeFrom }, expected: { reactivated_on_day: activeFrom, idle_days: activeFrom } };
    },
  },
  {
    kind: "privilege_outlier",
    family: "cluster",
    share: 0.02,
    suits: (nhi) => !nhi.isSingleton && !nhi.reachesControlPlane && isOwn(nhi),
    make: (nhi) => ({
      change: { permissions: [...nhi.permissions, "Application.ReadWrite.All"], reachesControlPlane: true },
      expected: { outlier: true, reason: "more_privileged" },
    }),
  },
  {
    kind: "credential_added",
    family: "drift",
    share: 0.02,
    suits: (nhi) => isOwn(nhi) && hasSecret(nhi),
    startsInPeriod: true,
    make: (nhi, { day }) => ({
      change: {
        credentials: [
          ...changed(nhi, {}),
          added(nhi, "added", { startDay: day, endDay: day + 700, addedInPeriod: true }),
        ],
      },
      expected: { computators: ["credential_set"] },
    }),
  },
  {
    kind: "permission_added",
    family: "drift",
    share: 0.02,
    suits: (nhi) => isOwn(nhi) && !nhi.reachesControlPlane,
    startsInPeriod: true,
    make: (nhi, { day }) => ({
      change: {
        permissions: [...nhi.permissions, "AppRoleAssignment.ReadWrite.All"],
        granted: { permission: "AppRoleAssignment.ReadWrite.All", day },
        reachesControlPlane: true,
      },
      expected: {
        computators: ["entitlement_set", "privilege_level"],
        steps: [{ entitlement: "AppRoleAssignment.ReadWrite.All", tier: 0, day }],
      },
    }),
  },
  {
    kind: "steward_change",
    family: "drift",
    share: 0.02,
    suits: (nhi) => isOwn(nhi) && nhi.owner?.isActive === true,
    startsInPeriod: true,
    make: ({ owner }, { day, random, staff }) => {
      const next = random.pick(staff.filter((employee) => employee.email !== owner?.email));
      return {
        change: { owner: next, formerOwner: owner && { employee: owner, until: day } },
        expected: { computators: ["steward_change"], from: owner?.email ?? null, to: next.email },
      };
    },
  },
  {
    kind: "rhythm_change",
    family: "drift",
    share: 0.02,
    suits: ({ tempo, activeFrom }) => activeFrom === 0 && tempo.rhythm !== "sporadic" && tempo.rhythm !== "irregular",
    startsInPeriod: true,
    make: (nhi, { day, knobs, random }) => {
      const other = random.pick(RHYTHMS.filter((rhythm) => rhythm !== nhi.tempo.rhythm && rhythm !== "sporadic"));
      return {
        change: { extra: [{ from: day, to: knobs.days, tempo: drawTempo(other, random) }] },
        expected: { computators: ["call_rhythm"], rhythm: other },
      };
    },
  },
];

/** Changes programs into what posture, clusters and drift should show, each at most once. */
export function plantNhis(knobs: Knobs, nhis: readonly Nhi[], staff: readonly Employee[]): NhiPlants {
  const random = seededRandom(knobs.seed, "nhi plants");
  const order = random.sample(nhis, nhis.length);
  const changes = new Map<Nhi, Nhi>();
  const plants = KINDS.flatMap((kind) => {
    const subjects = order.filter((nhi) => !changes.has(nhi) && (kind.suits?.(nhi) ?? true));
    return subjects.slice(0, countFor(knobs.nhis, kind.share)).map((nhi): Plant => {
      const day = random.int(Math.floor(knobs.days * 0.55), Math.max(1, knobs.days - 20));
      const { change, expected } = kind.make(nhi, { knobs, random, staff: staff.filter(staysIn(knobs)), day });
      const planted = { ...nhi, ...change };
      changes.set(nhi, planted);
      return {
        id: `nhi/${kind.kind}/${planted.name}`,
        family: kind.family ?? "nhi",
        kind: kind.kind,
        subject: planted.objectId,
        name: planted.name,
        startDay: kind.startsInPeriod ? day : null,
        endDay: kind.startsInPeriod ? knobs.days : null,
        expected,
      };
    });
  });
  return { nhis: nhis.map((nhi) => changes.get(nhi) ?? nhi), plants };
}

const staysIn =
  ({ days }: Knobs) =>
  ({ presence }: Employee): boolean =>
    presence.from <= 0 && presence.to >= days;
