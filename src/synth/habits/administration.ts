import { DAY_MS, HOUR_MS, isWeekend, shift, startOfDay } from "../moment.ts";
import type { SynthPerson } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import { type AuditTarget, auditRow, userTarget } from "../rows/audit.ts";
import { azureActivityRow } from "../rows/azure-activity.ts";
import { identityDirectoryRow } from "../rows/identity.ts";
import { provisioningRow } from "../rows/provisioning.ts";
import type { SynthRow } from "../rows/row.ts";
import { HISTORY_DAYS } from "../setting.ts";
import { synthId } from "../synth-id.ts";
import type { World } from "../world.ts";
import { siteOfService } from "./services.ts";

const DEPLOYMENTS = [
  "Microsoft.Resources/deployments/write",
  "Microsoft.Web/sites/config/write",
  "Microsoft.ContainerService/managedClusters/write",
  "Microsoft.Web/sites/restart/action",
];

export const DESK_OPERATIONS = ["Update user", "Update user", "Update device", "Reset user password"];
const OPERATIONS = [
  "Update user",
  "Update user",
  "Update user",
  "Add member to group",
  "Add member to group",
  "Update device",
  "Update device",
  "Reset user password",
];

/** Generates the routine work of those who administer accounts, groups and the cloud. */
export function administer(world: World): readonly SynthRow[] {
  const random = seededRandom(world.setting.seed, "administration");
  const today = startOfDay(world.setting.until);
  return Array.from({ length: HISTORY_DAYS + 1 }, (_, day) => shift(today, (day - HISTORY_DAYS) * DAY_MS)).flatMap(
    (date) => {
      const desk = world.people.filter(({ title, isActive }) => isActive && title === "Service Desk Analyst");
      const attendOnce = (): readonly SynthRow[] => attend({ ...world, desk, operations: OPERATIONS }, random, date);
      const deskWork = isWeekend(date) ? [] : Array.from({ length: 12 }, attendOnce).flat();
      return [...deskWork, ...deploy(world, random, date), ...provision(world, random, date)];
    },
  );
}

interface Desk {
  readonly people: readonly SynthPerson[];
  /** Those who help. */
  readonly desk: readonly SynthPerson[];
  readonly operations: readonly string[];
}

/** Generates the rows of a service desk analyst who helps a user with an account. */
export function attend({ people, desk, operations }: Desk, random: Random, date: Date): readonly SynthRow[] {
  const by = random.pick(desk);
  const at = shift(date, Math.floor((9 + 7 * random.next() - by.office.utcOffset) * HOUR_MS));
  const whom = random.pick(people);
  const { operation, category, target } = requestOf(random, whom, operations);
  const change = auditRow({ at, operation, category, by, ip: by.office.ip, targets: [target] });
  if (operation !== "Update user") return [change];
  const acted = {
    at: shift(at, 4_000),
    account: by,
    action: "Account Display Name changed",
    ip: "10.20.13.12",
    target: whom,
  };
  return [change, identityDirectoryRow(acted)];
}

interface Request {
  readonly operation: string;
  readonly category: string;
  readonly target: AuditTarget;
}

function requestOf(random: Random, whom: SynthPerson, operations: readonly string[]): Request {
  const operation = random.pick(operations);
  if (operation === "Reset user password") return { operation, category: "UserManagement", target: userTarget(whom) };
  if (operation === "Update user") {
    return {
      operation,
      category: "UserManagement",
      target: userTarget(whom, [["JobTitle", "[]", `["${whom.title}"]`]]),
    };
  }
  if (operation === "Update device") {
    return {
      operation,
      category: "Device",
      target: { type: "Device", id: whom.laptop.id ?? "", name: whom.laptop.name },
    };
  }
  const group = whom.department.name;
  const target = userTarget(whom, [
    ["Group.DisplayName", "", `"${group}"`],
    ["Group.ObjectID", "", `"${synthId(0, "group", group)}"`],
  ]);
  return { operation, category: "GroupManagement", target };
}

/** Generates deployments of pipelines and routine changes of engineers. */
function deploy({ people, services }: World, random: Random, date: Date): readonly SynthRow[] {
  const pipelines = services.filter(({ family, isDormant }) => family.key === "pipeline" && !isDormant);
  const engineers = people.filter(({ department, isActive }) => department.name === "Engineering" && isActive);
  return Array.from({ length: isWeekend(date) ? 5 : 20 }, () => {
    const at = shift(date, Math.floor((6 + 13 * random.next()) * HOUR_MS));
    const resource = random.pick(["checkout", "portal", "tracking", "orders", "pricing"]);
    const place = { group: `rg-${resource}-prod`, resource, operation: random.pick(DEPLOYMENTS) };
    if (random.chance(0.75) || isWeekend(date)) {
      const by = random.pick(pipelines);
      return azureActivityRow({ at, by, ip: siteOfService(by).ip, ...place });
    }
    const by = random.pick(engineers);
    return azureActivityRow({ at, by, ip: by.office.ip, ...place });
  });
}

/** Generates the nightly run that provisions accounts in other systems. */
function provision({ people, services }: World, random: Random, date: Date): readonly SynthRow[] {
  const service = services.find(({ name }) => name === "hr-provisioning");
  if (!service) return [];
  return random.sample(people, 12).map((target, index) =>
    provisioningRow({
      at: shift(date, 2 * HOUR_MS + index * 1_700 + random.int(0, 900)),
      service,
      action: index === 0 ? "create" : "update",
      target,
      system: random.pick(["Workday", "Salesforce", "Zendesk"]),
      failed: random.chance(0.03),
    }),
  );
}
