import { shift } from "../moment.ts";
import { around, type Random } from "../random.ts";
import { identityLogonRow, identityQueryRow } from "../rows/identity.ts";
import type { SynthRow } from "../rows/row.ts";
import { logonRow, securityEventRow } from "../rows/windows.ts";
import { momentOf, type Workday } from "../workdays.ts";

const SERVERS = ["srv-file-01", "srv-file-02", "srv-print-01", "srv-erp-01"];
const TOOLS = ["outlook.exe", "excel.exe", "winword.exe", "msedge.exe", "teams.exe"];

/** Generates a person's daily logons to on-premises servers and the domain. */
export function useServers(day: Workday, random: Random): readonly SynthRow[] {
  const { person, device, atOffice, start } = day;
  if (!atOffice) return [];
  const ip = `10.20.${person.office.utcOffset + 12}.${20 + (Number(device.name.slice(-3)) % 200)}`;
  const logons = Array.from({ length: around(random, 0.15) }, () =>
    logonRow({ at: momentOf(day, random), computer: random.pick(SERVERS), account: person, ip }),
  );
  const processes = Array.from({ length: around(random, 0.15) }, () => {
    const tool = random.pick(TOOLS);
    return securityEventRow({
      at: momentOf(day, random),
      computer: device.name,
      eventId: 4688,
      activity: "A new process has been created.",
      subject: person,
      more: {
        NewProcessName: `C:\\Program Files\\Apps\\${tool}`,
        Process: tool,
        ParentProcessName: "C:\\Windows\\explorer.exe",
      },
    });
  });
  const validated = identityLogonRow({
    at: shift(start, -45_000),
    account: person,
    action: "LogonSuccess",
    ip,
    deviceName: device.name,
    place: person.office,
  });
  return [...(random.chance(0.15) ? [validated] : []), ...logons, ...processes, ...lookUp(day, random, ip)];
}

function lookUp(day: Workday, random: Random, ip: string): readonly SynthRow[] {
  if (!random.chance(0.08)) return [];
  const group = random.pick(["Finance", "Sales", "Engineering", "All Employees"]);
  return [
    identityQueryRow({
      at: momentOf(day, random),
      account: day.person,
      action: "LDAP query",
      ip,
      deviceName: day.device.name,
      query: `(&(objectClass=group)(cn=${group}))`,
      queryType: "LDAP",
      queryTarget: group,
    }),
  ];
}
