import { HOUR_MS, shift } from "../../moment.ts";
import { gatewayRow, syslogRow } from "../../rows/network.ts";
import { logonRow } from "../../rows/windows.ts";
import { JOBS } from "../extra-accounts.ts";
import type { UntidyKind } from "../untidy-kind.ts";

const SCANNER_IP = "10.20.13.200";
const SCANNER = JOBS.scanner;
const PORTS = [22, 80, 135, 139, 389, 443, 445, 1433, 3306, 3389, 5985, 8080];
const HOSTS = 14;
const WEEKDAY = 2;

/** A vulnerability scanner: every week it tries ports, logons and SSH on the servers at night. */
export const scanners: UntidyKind = {
  name: "scanners",
  rowsOn: ({ date, random }) => {
    if (date.getUTCDay() !== WEEKDAY) return [];
    const start = shift(date, HOUR_MS);
    return Array.from({ length: HOSTS }, (_, host) => host).flatMap((host) => {
      const at = (index: number): Date => shift(start, host * 240_000 + index * 9_000 + random.int(0, 3_000));
      return [
        ...PORTS.map((port, index) =>
          gatewayRow({
            at: at(index),
            sourceIp: SCANNER_IP,
            destinationIp: `10.30.1.${10 + host}`,
            host: `srv-${host}`,
            port,
            action: random.chance(0.6) ? "deny" : "allow",
            sentBytes: 60,
            more: { CommunicationDirection: "Internal" },
          }),
        ),
        ...[13, 14].map((index) =>
          logonRow({ at: at(index), computer: `srv-${host}`, account: SCANNER, ip: SCANNER_IP, failed: true }),
        ),
        logonRow({ at: at(16), computer: `srv-${host}`, account: SCANNER, ip: SCANNER_IP }),
        ...(host < 4
          ? ["root", "admin", "test"].map((user, index) =>
              syslogRow({
                at: at(18 + index),
                host: `lx-orders-0${host}`,
                process: "sshd",
                facility: "auth",
                message: `Failed password for invalid user ${user} from ${SCANNER_IP} port ${41_000 + index} ssh2`,
              }),
            )
          : []),
      ];
    });
  },
};
