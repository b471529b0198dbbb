import type { Fields } from "../../model/fields.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { DAY_MS, shift } from "../moment.ts";
import type { SynthPerson } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import type { Setting } from "../setting.ts";
import { synthId } from "../synth-id.ts";

/** Built-in roles of the directory, by name. */
export const ROLE_IDS = {
  "Global Administrator": "62e90394-69f5-4237-9190-012177145e10",
  "Privileged Role Administrator": "e8611ab8-c189-46e8-94e1-60213ab1f814",
  "Application Administrator": "9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3",
  "User Administrator": "fe930be7-5e62-47db-91af-98c3a49a38b1",
  "Exchange Administrator": "29232cdf-9323-42fd-ade2-1d097af3e4de",
  "SharePoint Administrator": "f28a1f50-f6e7-4571-818b-6a12f2af6b6c",
  "Intune Administrator": "3a2c62db-5318-420d-8d74-23affee5d9d5",
  "Helpdesk Administrator": "729827e3-9c14-49f7-bb1b-9608f156bbb8",
  "Security Administrator": "194ae4cb-b126-40b2-bd5b-6091b380977d",
  "Security Reader": "5d6b6bb7-de71-4623-b4af-96380a352509",
  "Global Reader": "f2ef992c-3afb-46b9-b7cf-a126ee74c451",
  "Compliance Administrator": "17315797-102d-40b4-93e0-432062caca18",
  "Billing Administrator": "b0f54661-2d74-4c50-afa3-1ec803f12efe",
  "Application Developer": "cf1c38e5-3621-4004-a7cb-879624dced7c",
} as const;
export type RoleName = keyof typeof ROLE_IDS;

/** Which job titles hold which role; an `eligible` role has to be activated before use. */
const HELD_BY: readonly {
  readonly department: string;
  readonly role: RoleName;
  readonly share: number;
  readonly eligible: boolean;
}[] = [
  { department: "IT Operations", role: "User Administrator", share: 0.3, eligible: true },
  { department: "IT Operations", role: "Exchange Administrator", share: 0.2, eligible: false },
  { department: "IT Operations", role: "SharePoint Administrator", share: 0.15, eligible: true },
  { department: "IT Operations", role: "Intune Administrator", share: 0.25, eligible: true },
  { department: "IT Operations", role: "Helpdesk Administrator", share: 0.4, eligible: false },
  { department: "Security", role: "Security Administrator", share: 0.4, eligible: true },
  { department: "Security", role: "Security Reader", share: 0.8, eligible: false },
  { department: "Security", role: "Global Reader", share: 0.5, eligible: false },
  { department: "Legal", role: "Compliance Administrator", share: 0.25, eligible: true },
  { department: "Finance", role: "Billing Administrator", share: 0.1, eligible: false },
  { department: "Engineering", role: "Application Developer", share: 0.4, eligible: false },
];

export const makeRoles = (): readonly Fields[] =>
  keysOf(ROLE_IDS).map((name) => ({
    id: ROLE_IDS[name],
    templateId: ROLE_IDS[name],
    displayName: name,
    isBuiltIn: true,
    isEnabled: true,
  }));

interface Assignments {
  readonly active: readonly Fields[];
  readonly eligible: readonly Fields[];
}

/** Generates active and eligible role assignments. */
export function makeRoleAssignments(setting: Setting, people: readonly SynthPerson[]): Assignments {
  const random = seededRandom(setting.seed, "roles");
  const drawn = HELD_BY.flatMap(({ department, role, share, eligible }) =>
    people
      .filter((person) => person.department.name === department && person.isActive && random.chance(share))
      .map((person) => ({ eligible, fields: assignmentOf(person, role) })),
  );
  const heads = headsOf(people, random).map(([person, role]) => assignmentOf(person, role));
  return {
    active: [...heads, ...drawn.filter(({ eligible }) => !eligible).map(({ fields }) => fields)],
    eligible: drawn.filter(({ eligible }) => eligible).map(({ fields }) => ({ ...fields, memberType: "Direct" })),
  };
}

/** Returns the holders of the most privileged roles. */
function headsOf(people: readonly SynthPerson[], random: Random): readonly (readonly [SynthPerson, RoleName])[] {
  const operators = people.filter(({ department, level }) => department.name === "IT Operations" && level < 2);
  const [first, second, third] = random.sample(operators, 3);
  const heads = [
    [first, "Global Administrator"],
    [second, "Global Administrator"],
    [third, "Privileged Role Administrator"],
    [third, "Application Administrator"],
  ] as const;
  return heads.flatMap(([person, role]) => (person ? [[person, role] as const] : []));
}

/** Returns an assignment without its time, which only an audit row reports. */
export const undatedAssignment = (person: SynthPerson, role: RoleName): Fields => ({
  id: synthId(0, "role assignment", `${role}/${person.email}`),
  principalId: person.objectId,
  roleDefinitionId: ROLE_IDS[role],
  directoryScopeId: "/",
});

const assignmentOf = (person: SynthPerson, role: RoleName): Fields => ({
  ...undatedAssignment(person, role),
  createdDateTime: shift(person.joinedAt, 3 * DAY_MS).toISOString(),
});
