import { eventDataOf, securityEventRow } from "../../rows/windows.ts";
import { type Attack, host, user } from "../attack.ts";
import { processRow } from "../traces.ts";

/** Auditing is switched off on a server and its logs are cleared. */
export const clearedLogs: Attack = {
  kind: "cleared logs",
  hours: 2,
  plan: (scene) => {
    const { at } = scene;
    const person = scene.take();
    const computer = "srv-erp-01";
    return {
      subjects: [user(person), host(computer)],
      types: ["sabotage", "policy_violation", "privilege_escalation", "account_compromise"],
      rows: [
        securityEventRow({
          at: at(0),
          computer,
          eventId: 4719,
          activity: "System audit policy was changed.",
          subject: person,
          more: {
            AuditPolicyChanges: "%%8448, %%8450",
            EventData: eventDataOf({ CategoryId: "%%8274", AuditPolicyChanges: "%%8448, %%8450" }),
          },
        }),
        processRow(scene, {
          minute: 2,
          computer,
          by: person,
          path: "C:\\Windows\\System32\\wevtutil.exe",
          command: "wevtutil.exe cl Security",
        }),
        securityEventRow({
          at: at(2.1),
          computer,
          eventId: 1102,
          activity: "The audit log was cleared.",
          subject: person,
          more: { EventSourceName: "Microsoft-Windows-Eventlog" },
        }),
      ],
    };
  },
};
