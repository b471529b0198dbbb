import { shift } from "../moment.ts";
import { type Random, seededRandom } from "../random.ts";
import { auditRow, userTarget } from "../rows/audit.ts";
import { consentRow } from "../rows/directory-changes.ts";
import { fileRow } from "../rows/office.ts";
import { userRiskRow } from "../rows/risk.ts";
import type { SynthRow } from "../rows/row.ts";
import { FAILURES, signinRow } from "../rows/signin.ts";
import type { Service } from "../services.ts";
import { momentOf, type Workday } from "../workdays.ts";
import { appOf, type World } from "../world.ts";
import { fileOf, siteOf } from "./files.ts";

type Oddity = (day: Workday, random: Random, world: World) => SynthRow;

/** Unusual but harmless events, each with its number per month. */
const ODDITIES: readonly (readonly [times: number, oddity: Oddity])[] = [
  [26, registerFactor],
  [22, shareByLink],
  [16, declinePrompt],
  [12, blockedSignIn],
  [14, unfamiliarSignIn],
  [9, consentToPartner],
];

/** Generates one unusual but harmless event of a working day; consent to applications is not among them. */
export function oddityOf(day: Workday, random: Random, world: World): SynthRow {
  const single = ODDITIES.filter(([, oddity]) => oddity !== consentToPartner);
  return random.weighted(single, ([times]) => times)[1](day, random, world);
}

/** Generates the unusual but harmless events of a month. */
export function generateOddities(world: World, days: readonly Workday[]): readonly SynthRow[] {
  const random = seededRandom(world.setting.seed, "oddities");
  return ODDITIES.flatMap(([times, oddity]) => random.sample(days, times).map((day) => oddity(day, random, world)));
}

function registerFactor(day: Workday, random: Random): SynthRow {
  return auditRow({
    at: momentOf(day, random),
    operation: "User registered security info",
    category: "UserManagement",
    service: "Authentication Methods",
    by: day.person,
    ip: day.place.ip,
    targets: [userTarget(day.person)],
    more: { ResultReason: "User registered Authenticator App with Notification and Code" },
  });
}

function shareByLink(day: Workday, random: Random): SynthRow {
  const { person, place, device } = day;
  return fileRow({
    at: momentOf(day, random),
    account: person,
    ip: place.ip,
    device,
    operation: "AnonymousLinkCreated",
    site: siteOf(person.department.name),
    file: fileOf(random, person.department.workstreams),
    more: { RecordType: "SharePointSharingOperation" },
  });
}

const failing =
  (failure: (typeof FAILURES)[keyof typeof FAILURES], factor: "denied" | "none"): Oddity =>
  ({ person, place, device, start }) =>
    signinRow({ at: shift(start, -70_000), account: person, place, device, app: appOf("Teams"), failure, factor });

function declinePrompt(...scene: Parameters<Oddity>): SynthRow {
  return failing(FAILURES.deniedFactor, "denied")(...scene);
}

function blockedSignIn(...scene: Parameters<Oddity>): SynthRow {
  return failing(FAILURES.blocked, "none")(...scene);
}

function unfamiliarSignIn(day: Workday, random: Random): SynthRow {
  const { person, place, start } = day;
  const at = shift(start, random.int(10, 600) * 1_000);
  return userRiskRow({ at, account: person, place, type: "unfamiliarFeatures", level: "low" });
}

function consentToPartner(day: Workday, random: Random, { services }: World): SynthRow {
  const partner: Service = random.pick(services.filter(({ family }) => family.key === "partner"));
  const context = { at: momentOf(day, random), by: day.person, ip: day.place.ip };
  return consentRow(context, partner, partner.family.scopes, false);
}
