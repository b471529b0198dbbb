import type { Account } from "../account.ts";
import type { Device } from "../device.ts";
import { fileOf, siteOf } from "../habits/files.ts";
import type { Nhi } from "../nhi/nhi.ts";
import { fileRow, officeRow } from "../rows/office.ts";
import type { SynthRow } from "../rows/row.ts";
import { securityEventRow } from "../rows/windows.ts";
import type { Employee } from "../workforce/employee.ts";
import type { AttackScene } from "./attack.ts";

export interface FileSpree {
  readonly person: Employee;
  readonly ip: string;
  readonly device: Device;
  readonly operation: string;
  readonly count: number;
  /** Minutes of the attack at which it starts, and between two files. */
  readonly from: number;
  readonly step: number;
}

/** Generates one operation on many files of a person's department. */
export const fileSpree = ({ random, at }: AttackScene, spree: FileSpree): readonly SynthRow[] =>
  Array.from({ length: spree.count }, (_, index) =>
    fileRow({
      at: at(spree.from + index * spree.step),
      account: spree.person,
      ip: spree.ip,
      device: spree.device,
      operation: spree.operation,
      site: siteOf(spree.person.department.name),
      file: `${index} ${fileOf(random, spree.person.department.workstreams)}`,
    }),
  );

export interface MailReading {
  readonly person: Account;
  readonly ip: string;
  readonly count: number;
  readonly from: number;
  readonly step: number;
  readonly client?: string;
  readonly appId?: string;
}

/** Generates accesses to the mail of a person. */
export const readMail = ({ at }: AttackScene, reading: MailReading): readonly SynthRow[] =>
  Array.from({ length: reading.count }, (_, index) =>
    officeRow({
      at: at(reading.from + index * reading.step),
      account: reading.person,
      ip: reading.ip,
      workload: "Exchange",
      recordType: "ExchangeItemAggregated",
      operation: "MailItemsAccessed",
      more: {
        MailboxOwnerUPN: reading.person.email,
        Logon_Type: "Owner",
        ClientInfoString: reading.client ?? "Client=REST;",
        ...(reading.appId !== undefined && { AppId: reading.appId, ClientAppId: reading.appId }),
      },
    }),
  );

export interface Process {
  readonly minute: number;
  readonly computer: string;
  readonly by: Account;
  readonly path: string;
  readonly parent?: string;
  readonly command: string;
}

/** Generates a started process. */
export const processRow = ({ at }: Pick<AttackScene, "at">, started: Process): SynthRow =>
  securityEventRow({
    at: at(started.minute),
    computer: started.computer,
    eventId: 4688,
    activity: "A new process has been created.",
    subject: started.by,
    more: {
      NewProcessName: started.path,
      Process: started.path.slice(started.path.lastIndexOf("\\") + 1),
      ParentProcessName: started.parent ?? "C:\\Windows\\System32\\cmd.exe",
      CommandLine: started.command,
      ...(started.by.sam.endsWith("$") && { AccountType: "Machine" }),
    },
  });

/** Returns a program that signs in with a secret. */
export function programWithSecret({ organization, random }: AttackScene): Nhi {
  const programs = organization.nhis.filter(({ credentials: [first] }) => first?.type === "secret");
  if (programs.length === 0) throw new Error("no program has a secret: there are too few programs");
  return random.pick(programs);
}
