import type { Fields } from "../../model/fields.ts";
import { type Account, accountOf, COMPANY_DOMAIN, COMPANY_REALM } from "../account.ts";
import { DAY_MS, shift } from "../moment.ts";
import { companyAccount } from "../workforce/staff.ts";
import type { UntidyOrganization } from "./untidy-organization.ts";

const numbered = (count: number, of: (number: number) => Account): readonly Account[] =>
  Array.from({ length: count }, (_, index) => of(index + 1));

/** New people who begin together. */
export const TRAINEES = numbered(12, (number) => companyAccount(`hire${number}.trainee`, `Trainee ${number}`));
/** Temporary people who leave together. */
export const TEMPORARY = numbered(9, (number) => companyAccount(`temp${number}.agency`, `Temp ${number}`));

/** Guests of a contractor. */
export const CONTRACTORS = ["ravi", "meera", "sunil"].map((name) =>
  accountOf(`${name}_contractor.example#EXT#@${COMPANY_DOMAIN}`, `${name} (guest)`),
);
/** An account that was used for a project long ago and is disabled since. */
export const FORMER_PROJECT = companyAccount("project.zephyr", "Project Zephyr");

const job = (name: string): Account => companyAccount(name, name);

/** Accounts that programs and devices use. */
export const JOBS = {
  scanner: job("svc-scanner"),
  deploy: job("svc-deploy"),
  backup: job("svc-backup"),
  inventory: job("svc-inventory"),
  federation: job("svc-adfs"),
  printer: companyAccount("scanner", "Office scanner"),
  sync: { ...companyAccount("msol", "On-premises directory synchronization"), sam: "MSOL_8f1c2d3e4a5b" },
} as const satisfies Readonly<Record<string, Account>>;

/** Returns the directory objects of these accounts. */
export function extraUsers({ knobs, history }: UntidyOrganization): readonly Fields[] {
  const begin = shift(knobs.until, -(knobs.days - history - 2) * DAY_MS);
  const old = shift(knobs.until, -800 * DAY_MS);
  return [
    ...TRAINEES.map((account) => toUser(account, begin)),
    ...TEMPORARY.map((account) => toUser(account, old)),
    ...CONTRACTORS.map((account) => ({ ...toUser(account, old), userType: "Guest" })),
    { ...toUser(FORMER_PROJECT, old), accountEnabled: false },
    ...Object.values(JOBS).map((account) => ({
      ...toUser(account, old),
      passwordPolicies: "DisablePasswordExpiration",
      assignedLicenses: [],
    })),
  ];
}

const toUser = ({ objectId, name, email, sam, sid }: Account, createdAt: Date): Fields => ({
  id: objectId,
  displayName: name,
  userPrincipalName: email,
  mail: email,
  accountEnabled: true,
  userType: "Member",
  createdDateTime: createdAt.toISOString(),
  onPremisesSamAccountName: sam,
  onPremisesDomainName: COMPANY_REALM,
  onPremisesSecurityIdentifier: sid,
});
