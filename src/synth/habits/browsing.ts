import { around, type Random } from "../random.ts";
import { behaviorRow } from "../rows/behavior.ts";
import { cloudAppRow } from "../rows/cloud-app.ts";
import { gatewayRow } from "../rows/network.ts";
import type { SynthRow } from "../rows/row.ts";
import { synthId } from "../synth-id.ts";
import { momentOf, type Workday } from "../workdays.ts";

const SITES = [
  "docs.example",
  "news.example",
  "travelbook.example",
  "maps.example",
  "weather.example",
  "learn.example",
];

/** Generates a person's daily activity in cloud applications and on the web. */
export function browse(day: Workday, random: Random): readonly SynthRow[] {
  const { person, place, device } = day;
  const acts = Array.from({ length: around(random, 0.12) }, () =>
    cloudAppRow({
      at: momentOf(day, random),
      account: person,
      place,
      device,
      application: random.pick(["Microsoft SharePoint Online", "Microsoft Teams", "Microsoft Exchange Online"]),
      action: random.pick(["FileAccessed", "MessageSent", "MailItemsAccessed", "FileModified"]),
    }),
  );
  return [...acts, ...surf(day, random), ...beWatched(day, random)];
}

function surf(day: Workday, random: Random): readonly SynthRow[] {
  const { person, atOffice } = day;
  if (!atOffice) return [];
  return Array.from({ length: around(random, 0.15) }, () => {
    const host = random.pick(SITES);
    const blocked = random.chance(0.02);
    return gatewayRow({
      at: momentOf(day, random),
      sourceIp: `10.20.${person.office.utcOffset + 12}.${20 + (Number(day.device.name.slice(-3)) % 200)}`,
      user: person.email,
      destinationIp: `192.0.2.${230 + SITES.indexOf(host)}`,
      host,
      action: blocked ? "deny" : "allow",
      sentBytes: random.int(400, 90_000),
    });
  });
}

/** Generates scores of the platform's behavior analytics, which are rarely above 0. */
function beWatched(day: Workday, random: Random): readonly SynthRow[] {
  if (!random.chance(0.06)) return [];
  const { person, place } = day;
  const at = momentOf(day, random);
  return [
    behaviorRow({
      at,
      account: person,
      place,
      activity: "LogOn",
      action: "Sign-in",
      seenIn: "SigninLogs",
      sourceId: synthId(0, "behavior", `${person.email}/${at.toISOString()}`),
      priority: random.chance(0.05) ? random.int(1, 2) : 0,
    }),
  ];
}
