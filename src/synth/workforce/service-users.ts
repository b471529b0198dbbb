import { deviceOf } from "../device.ts";
import type { Knobs } from "../knobs.ts";
import { listOf } from "../list-of.ts";
import { shift } from "../moment.ts";
import { OFFICES } from "../names.ts";
import { callsOn, drawTempo, RHYTHMS, type Rhythm, type Tempo } from "../nhi/rhythms.ts";
import { countFor } from "../plants/plant.ts";
import { seededRandom } from "../random.ts";
import type { SynthRow } from "../rows/row.ts";
import { nonInteractiveSigninRow } from "../rows/signin.ts";
import { logonRow } from "../rows/windows.ts";
import { appOf } from "../world.ts";
import type { Employee } from "./employee.ts";
import { companyAccount, withAccount } from "./staff.ts";

/** A user object that programs sign in with. */
export interface ServiceUser {
  readonly employee: Employee;
  readonly tempo: Tempo;
  readonly application: string;
}

const NAMES = listOf("sqlagent, scanner, backup, erp, print, reports, monitoring, fileshare, mailrelay, scheduler");
const STEADY: readonly Rhythm[] = RHYTHMS.filter((rhythm) => rhythm !== "business_hours" && rhythm !== "sporadic");

/** Generates user objects that are used as service accounts. */
export function makeServiceUsers(knobs: Knobs, template: Employee): readonly ServiceUser[] {
  const random = seededRandom(knobs.seed, "service users");
  return Array.from({ length: countFor(knobs.users, 0.02) }, (_, index) => {
    const name = `${NAMES[index % NAMES.length] ?? "job"}${index < NAMES.length ? "" : `-${index}`}`;
    const employee = withAccount(template, companyAccount(`svc-${name}`, `svc-${name}`), {
      kind: "service_account",
      isActive: true,
      presence: { from: 0, to: knobs.days },
      absences: [],
      manager: null,
    });
    return { employee, tempo: drawTempo(random.pick(STEADY), random), application: random.pick(APPLICATIONS) };
  });
}

const APPLICATIONS = ["Exchange Online", "Ledgerline", "Warehouse One", "SharePoint"];
const SITE = OFFICES[0];
const HOST = deviceOf("script", null, "srv-jobs-01");

/** Generates the sign-ins of a service account on one day: always from the same server, without a second factor. */
export function signInServiceUser(user: ServiceUser, knobs: Knobs, day: number, date: Date): readonly SynthRow[] {
  const { employee: account, tempo, application } = user;
  const random = seededRandom(knobs.seed, `service user ${account.email}/${day}`);
  if (!SITE) return [];
  const place = SITE;
  return callsOn(tempo, date, random).flatMap((ms) => {
    const at = shift(date, ms);
    const signIn = nonInteractiveSigninRow({
      at,
      account,
      place,
      device: HOST,
      app: appOf(application),
      factor: "none",
    });
    const logon = logonRow({ at: shift(at, 900), computer: "srv-jobs-01", account, ip: "10.20.13.40", type: 5 });
    return random.chance(0.3) ? [signIn, logon] : [signIn];
  });
}
