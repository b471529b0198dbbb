import { keyIdOf } from "../directory/services.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, shift, startOfDay } from "../moment.ts";
import { OFFICES } from "../names.ts";
import type { Place } from "../place.ts";
import { around, type Random, seededRandom } from "../random.ts";
import { graphActivityRow } from "../rows/graph-activity.ts";
import type { SynthRow } from "../rows/row.ts";
import { managedIdentitySigninRow, servicePrincipalSigninRow } from "../rows/service-signin.ts";
import type { Service } from "../services.ts";
import { HISTORY_DAYS } from "../setting.ts";
import type { World } from "../world.ts";

const CLOUD: Place = { city: "Amsterdam", country: "NL", latitude: 52.37, longitude: 4.9, ip: "192.0.2.200" };

/** Returns where a program runs: in the cloud, or at the headquarters. */
export const siteOfService = ({ family }: Service): Place =>
  family.key === "mailer" || family.key === "provisioner" ? (OFFICES[0] ?? CLOUD) : CLOUD;

const SCHEDULE_DAYS = 90;

/** Generates sign-ins of programs, day and night, each to its own resource from its own place. */
export function runServices({ setting, services }: World): readonly SynthRow[] {
  const random = seededRandom(setting.seed, "service sign-ins");
  const firstDay = shift(startOfDay(setting.until), -HISTORY_DAYS * DAY_MS);
  const awake = services.filter(({ isDormant, dailyMinute }) => !isDormant && dailyMinute === null);
  return awake.flatMap((service) =>
    Array.from({ length: HISTORY_DAYS + 1 }, (_, day) => shift(firstDay, day * DAY_MS)).flatMap((day) =>
      Array.from({ length: around(random, service.family.signInsPerDay) }, () =>
        runOnce(service, shift(day, Math.floor(random.next() * 24 * HOUR_MS)), random),
      ).flat(),
    ),
  );
}

/** Generates the runs of programs with a schedule: one a day, within a minute of the same time. */
export function runSchedules({ setting, services }: World): readonly SynthRow[] {
  const random = seededRandom(setting.seed, "schedules");
  const today = startOfDay(setting.until);
  return services.flatMap((service) => {
    const { dailyMinute, isDormant } = service;
    if (dailyMinute === null || isDormant) return [];
    return Array.from({ length: SCHEDULE_DAYS + 1 }, (_, ago) => {
      const at = shift(today, dailyMinute * MINUTE_MS - ago * DAY_MS + random.int(0, 50) * 1_000);
      return runOnce(service, at, random);
    }).flat();
  });
}

const LISTS = ["/users?$top=100", "/groups?$top=100", "/me/calendar/events", "/sites/root/lists"];

/** Generates one sign-in of a program, and what it does then. */
export function runOnce(service: Service, at: Date, random: Random): readonly SynthRow[] {
  const place = siteOfService(service);
  const { resource, type, credential } = service.family;
  if (type === "ManagedIdentity") return [managedIdentitySigninRow({ at, service, place, resource })];
  const keyId = credential === null ? undefined : keyIdOf(service);
  const signIn = servicePrincipalSigninRow({ at, service, place, resource, keyId });
  if (resource !== "Microsoft Graph" || !random.chance(0.4)) return [signIn];
  const path = random.pick(service.family.paths ?? LISTS);
  return [signIn, graphActivityRow({ at: shift(at, random.int(1, 60) * 1000), service, ip: place.ip, path })];
}
