import { accountOf } from "../../account.ts";
import { shift } from "../../moment.ts";
import { gatewayRow } from "../../rows/network.ts";
import { securityEventRow } from "../../rows/windows.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

const SYSTEM = { ...accountOf("system@northwind.example"), sam: "SYSTEM", sid: "S-1-5-18" };

/** The endpoint product at work: it removes unwanted programs by itself and reads protected processes. */
export const endpointProtection: UntidyKind = {
  name: "endpoint protection",
  rowsOn: (day) => {
    const { random, atWork } = day;
    return random.sample(atWork, 3).flatMap((person, index) => {
      const at = officeTime(day, person);
      const computer = person.laptop.name;
      const opened = securityEventRow({
        at,
        computer,
        eventId: 4663,
        activity: "An attempt was made to access an object.",
        subject: SYSTEM,
        more: {
          ObjectServer: "Security",
          ObjectType: "Process",
          ObjectName: "\\Device\\HarddiskVolume3\\Windows\\System32\\lsass.exe",
          AccessMask: "0x10",
          ProcessName: "C:\\ProgramData\\Microsoft\\Windows Defender\\Platform\\4.18\\MsMpEng.exe",
        },
      });
      if (index > 0) return [opened];
      return [
        opened,
        gatewayRow({
          at: shift(at, 600_000),
          sourceIp: "10.20.12.50",
          user: person.email,
          destinationIp: "",
          host: computer,
          eventClass: "DetectionSummaryEvent",
          activity: "Potentially unwanted program: Adware/InstallCore",
          severity: 4,
          action: "deny",
          sentBytes: 0,
          more: {
            DeviceVendor: "CrowdStrike",
            DeviceProduct: "FalconHost",
            DeviceAction: "quarantined",
            SourceHostName: computer,
            FileName: "setup_player.exe",
            Message: "The file was quarantined",
          },
        }),
      ];
    });
  },
};
