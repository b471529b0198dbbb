import { isWeekend, shift } from "../../moment.ts";
import { logonRow, securityEventRow } from "../../rows/windows.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

const POWERSHELL = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
const SYSTEM = "C:\\Windows\\System32";
const TOOLS = [
  [`${SYSTEM}\\net.exe`, 'net group "Server Operators" /domain'],
  [`${SYSTEM}\\whoami.exe`, "whoami /groups"],
  [`${SYSTEM}\\nltest.exe`, "nltest /dsgetdc:northwind"],
  [POWERSHELL, "powershell.exe -ExecutionPolicy Bypass -File C:\\ProgramData\\Deploy\\inventory.ps1"],
  [POWERSHELL, "powershell.exe Get-ADUser -Filter * -Properties LastLogonDate"],
  [`${SYSTEM}\\sc.exe`, "sc \\\\srv-print-01 query spooler"],
  ["C:\\Tools\\PsExec64.exe", "PsExec64.exe \\\\srv-file-01 ipconfig /flushdns"],
  [`${SYSTEM}\\wbem\\WMIC.exe`, "wmic /node:srv-erp-01 os get lastbootuptime"],
  [`${SYSTEM}\\schtasks.exe`, "schtasks /query /s srv-jobs-01"],
  [`${SYSTEM}\\vssadmin.exe`, "vssadmin list shadows"],
] as const;

/** Administrators use Windows tools on their workstation and log on to servers by remote desktop. */
export const adminTools: UntidyKind = {
  name: "admin tools",
  rowsOn: (day) => {
    const { random, date, organization } = day;
    if (isWeekend(date)) return [];
    const { devices, sharepoint, desk } = organization.crew;
    return [devices, sharepoint, desk].flatMap((person) => {
      const at = officeTime(day, person);
      const ip = `10.20.13.${20 + (person.sam.length % 20)}`;
      return [
        ...random.sample(TOOLS, 2).map(([path, command], index) =>
          securityEventRow({
            at: shift(at, index * 300_000),
            computer: person.laptop.name,
            eventId: 4688,
            activity: "A new process has been created.",
            subject: person,
            more: {
              NewProcessName: path,
              Process: path.slice(path.lastIndexOf("\\") + 1),
              ParentProcessName: `${SYSTEM}\\cmd.exe`,
              CommandLine: command,
            },
          }),
        ),
        logonRow({
          at: shift(at, 900_000),
          computer: random.pick(["srv-file-01", "srv-erp-01"]),
          account: person,
          ip,
          type: 10,
        }),
      ];
    });
  },
};
