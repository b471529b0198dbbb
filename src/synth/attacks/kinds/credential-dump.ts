import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { type Attack, host, user } from "../attack.ts";
import { processRow } from "../traces.ts";

/** The memory of the security process of a computer is written to a file. */
export const credentialDump: Attack = {
  kind: "credential dump",
  hours: 2,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const computer = person.laptop.name;
    const usesTool = random.chance(0.5);
    return {
      subjects: [user(person), host(computer)],
      types: ["privilege_escalation", "account_compromise"],
      rows: [
        processRow(scene, {
          minute: 0,
          computer,
          by: person,
          path: usesTool ? "C:\\Users\\Public\\procdump64.exe" : "C:\\Windows\\System32\\rundll32.exe",
          command: usesTool
            ? "procdump64.exe -accepteula -ma lsass.exe C:\\Users\\Public\\o.dmp"
            : "rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump 624 C:\\Users\\Public\\o.dmp full",
        }),
        securityEventRow({
          at: at(0.1),
          computer,
          eventId: 4663,
          activity: "An attempt was made to access an object.",
          subject: person,
          more: {
            ObjectServer: "Security",
            ObjectType: "Process",
            ObjectName: "\\Device\\HarddiskVolume3\\Windows\\System32\\lsass.exe",
            AccessMask: "0x10",
            ProcessName: usesTool ? "C:\\Users\\Public\\procdump64.exe" : "C:\\Windows\\System32\\rundll32.exe",
            EventData: eventDataOf({ AccessMask: "0x10" }),
          },
        }),
        processRow(scene, {
          minute: 4,
          computer,
          by: person,
          path: "C:\\Windows\\System32\\reg.exe",
          command: "reg save HKLM\\SAM C:\\Users\\Public\\sam.hiv",
        }),
      ],
    };
  },
};
