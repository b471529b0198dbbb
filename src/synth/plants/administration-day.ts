import { attend, DESK_OPERATIONS } from "../habits/administration.ts";
import { hostRow } from "../habits/linux.ts";
import { HOUR_MS, isWeekend, shift } from "../moment.ts";
import { type Random, seededRandom } from "../random.ts";
import { auditRow, userTarget } from "../rows/audit.ts";
import { anomalyRow } from "../rows/behavior.ts";
import { userRiskRow } from "../rows/risk.ts";
import type { SynthRow } from "../rows/row.ts";
import { signinRow } from "../rows/signin.ts";
import { worksOn } from "../workforce/calendar.ts";
import type { Employee } from "../workforce/employee.ts";
import { appOf } from "../world.ts";
import type { PlantedOrganization } from "./planted-organization.ts";

const PEOPLE_PER_REQUEST = 60;
const CONSOLES = ["Entra Admin Center", "Azure Portal", "Intune"];

/** Generates the routine of a day that is nobody's own: service desk, hosts, scores of the platform, admin accounts. */
export function administerDay(organization: PlantedOrganization, day: number, date: Date): readonly SynthRow[] {
  const { knobs, staff } = organization;
  const random = seededRandom(knobs.seed, `administration/${day}`);
  const present = staff.filter(({ presence }) => presence.from <= day && presence.to >= day);
  const operators = present.filter(({ role }) => role.department.name === "IT Operations");
  // A small organization may have nobody for it on a day.
  const desk = operators.length > 0 ? operators : present;
  const requests = isWeekend(date) ? 0 : Math.ceil(knobs.users / PEOPLE_PER_REQUEST);
  return [
    ...Array.from({ length: requests }, () =>
      attend({ people: present, desk, operations: DESK_OPERATIONS }, random, date),
    ).flat(),
    ...Array.from({ length: 6 }, () => hostRow(desk, random, date)),
    ...scores(present, random, date),
    ...organization.adminAccounts.flatMap((account) => administer(account, present, { knobs, day, date })),
  ];
}

function scores(present: readonly Employee[], random: Random, date: Date): readonly SynthRow[] {
  const at = shift(date, random.int(8, 18) * HOUR_MS);
  const [account, other] = random.sample(present, 2);
  if (!account || !other) return [];
  return [
    anomalyRow({
      at,
      account,
      place: account.home,
      template: "UEBA Anomalous Activity",
      description: "Activity is slightly different from that of peers.",
      tactics: "Discovery",
      techniques: "T1087",
      score: 0.2,
    }),
    userRiskRow({ at, account: other, place: other.home, type: "unfamiliarFeatures", level: "low" }),
  ];
}

const ADMIN_DAY_SHARE = 0.4;

/** Generates the work that an administrator does with a separate account. */
function administer(
  account: Employee,
  people: readonly Employee[],
  { knobs, day, date }: { readonly knobs: PlantedOrganization["knobs"]; readonly day: number; readonly date: Date },
): readonly SynthRow[] {
  const random = seededRandom(knobs.seed, `admin ${account.email}/${day}`);
  if (!worksOn(account, day, date, random) || !random.chance(ADMIN_DAY_SHARE)) return [];
  const start = shift(date, Math.floor((10 + 5 * random.next() - account.office.utcOffset) * HOUR_MS));
  const usual = { account, place: account.office, device: account.laptop };
  return [
    signinRow({ ...usual, at: start, app: appOf(random.pick(CONSOLES)), factor: "satisfied" }),
    ...Array.from({ length: random.int(1, 5) }, (_, index) =>
      auditRow({
        at: shift(start, (index + 1) * 180_000),
        operation: random.pick(DESK_OPERATIONS.filter((operation) => operation !== "Update device")),
        category: "UserManagement",
        by: account,
        ip: account.office.ip,
        targets: [userTarget(random.pick(people))],
      }),
    ),
  ];
}
