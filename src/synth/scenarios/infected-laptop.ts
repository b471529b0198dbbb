import { type Message, messageRows } from "../rows/email.ts";
import { gatewayRow } from "../rows/network.ts";
import { securityEventRow } from "../rows/windows.ts";
import { synthId } from "../synth-id.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

/** An attachment runs a hidden script; the gateway blocks its connections to the command server. */
export const infectedLaptop: Scenario = {
  name: "infected laptop",
  department: "Logistics",
  daysAgo: 7,
  localHour: 11,
  rowsOf: (context) => {
    const { person, at } = context;
    const by = {
      computer: person.laptop.name,
      eventId: 4688,
      activity: "A new process has been created.",
      subject: person,
    };
    const powershell = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
    return [
      ...messageRows(letterOf(context)),
      securityEventRow({
        ...by,
        at: at(14),
        more: {
          NewProcessName: powershell,
          Process: "powershell.exe",
          ParentProcessName: "C:\\Program Files\\Microsoft Office\\root\\Office16\\WINWORD.EXE",
          CommandLine: "powershell.exe -nop -w hidden -enc SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQA",
        },
      }),
      securityEventRow({
        ...by,
        at: at(16),
        more: {
          NewProcessName: "C:\\Windows\\System32\\schtasks.exe",
          Process: "schtasks.exe",
          ParentProcessName: powershell,
          CommandLine: "schtasks /create /sc minute /mo 15 /tn Updater /tr C:\\Users\\Public\\u.exe",
        },
      }),
      ...Array.from({ length: 12 }, (_, index) =>
        gatewayRow({
          at: at(20 + index * 5),
          sourceIp: "10.20.12.88",
          user: person.email,
          destinationIp: "198.51.100.240",
          host: "updates.call-home.example",
          action: "reset-both",
          eventClass: "THREAT",
          activity: "Command and control traffic detected",
          severity: 8,
          sentBytes: 512 + index,
        }),
      ),
    ];
  },
};

const letterOf = ({ person, at }: ScenarioContext): Message => ({
  id: synthId(0, "message", "infected laptop"),
  at: at(0),
  from: { name: "Ocean Lines Customs", email: "customs@ocean-lines-docs.example" },
  to: person,
  subject: "Customs form for container 4471",
  senderIp: "198.51.100.233",
  attachment: { name: "customs form.docm", bytes: 214_004, threat: "Malware" },
  more: { IsFirstContact: true },
});
