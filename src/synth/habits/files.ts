import { around, type Random } from "../random.ts";
import { LABELS, labelRow } from "../rows/information-protection.ts";
import { fileRow, officeRow } from "../rows/office.ts";
import type { SynthRow } from "../rows/row.ts";
import { momentOf, type Workday } from "../workdays.ts";

const EXTENSIONS = ["docx", "xlsx", "pptx", "pdf"];
const OPERATIONS = [
  { operation: "FileAccessed", weight: 10 },
  { operation: "FileModified", weight: 5 },
  { operation: "FileDownloaded", weight: 2 },
  { operation: "FileUploaded", weight: 1.5 },
  { operation: "FilePreviewed", weight: 2 },
  { operation: "FileDeleted", weight: 0.2 },
];

export const siteOf = (department: string): string => department.replaceAll(" ", "");

/** Returns a file of a department; low numbers are used more often. */
export function fileOf(random: Random, workstreams: readonly string[]): string {
  const number = 1 + Math.floor(120 * random.next() ** 2);
  return `${random.pick(workstreams)} ${number}.${EXTENSIONS[number % EXTENSIONS.length]}`;
}

/** Generates a person's daily activity in files, mailbox and chats. */
export function workOnFiles(day: Workday, random: Random): readonly SynthRow[] {
  const { person, place, device } = day;
  const { workstreams } = person.department;
  const site = siteOf(person.department.name);
  const acts = Array.from({ length: around(random, 0.4) }, () => {
    const { operation } = random.weighted(OPERATIONS, ({ weight }) => weight);
    const file = fileOf(random, workstreams);
    return fileRow({ at: momentOf(day, random), account: person, ip: place.ip, device, operation, site, file });
  });
  return [...acts, ...useMailbox(day, random), ...label(day, random)];
}

function useMailbox(day: Workday, random: Random): readonly SynthRow[] {
  const { person, place, device } = day;
  const by = { account: person, ip: place.ip };
  const read = Array.from({ length: around(random, 0.12) }, () =>
    officeRow({
      ...by,
      at: momentOf(day, random),
      workload: "Exchange",
      recordType: "ExchangeItemAggregated",
      operation: "MailItemsAccessed",
      more: { MailboxOwnerUPN: person.email, Logon_Type: "Owner", ClientInfoString: `Client=OWA;${device.browser}` },
    }),
  );
  const talked = Array.from({ length: around(random, 0.1) }, () =>
    officeRow({
      ...by,
      at: momentOf(day, random),
      workload: "MicrosoftTeams",
      recordType: "MicrosoftTeams",
      operation: random.pick(["MessageSent", "ChatCreated", "MeetingParticipantDetail"]),
    }),
  );
  return [...read, ...talked];
}

function label(day: Workday, random: Random): readonly SynthRow[] {
  const { person, place, device } = day;
  if (!random.chance(0.05)) return [];
  const file = fileOf(random, person.department.workstreams);
  const level = random.int(1, 2);
  const from = random.chance(0.3) ? LABELS[level - 1] : undefined;
  const at = momentOf(day, random);
  return [labelRow({ at, account: person, ip: place.ip, file, from, to: LABELS[level], deviceName: device.name })];
}
