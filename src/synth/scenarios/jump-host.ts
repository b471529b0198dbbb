import { syslogRow } from "../rows/network.ts";
import type { Scenario } from "./scenario.ts";

/** Passwords are guessed on a jump host until one works. */
export const jumpHost: Scenario = {
  name: "jump host",
  department: "Engineering",
  daysAgo: 4,
  localHour: 3,
  rowsOf: ({ person, at }) => {
    const line = { host: "lx-jump-01", process: "sshd", facility: "auth" };
    const from = "198.51.100.241";
    return [
      ...Array.from({ length: 45 }, (_, index) =>
        syslogRow({
          ...line,
          at: at(index * 0.25),
          message: `Failed password for ${index % 3 === 0 ? "invalid user admin" : person.sam} from ${from} port ${40_000 + index} ssh2`,
        }),
      ),
      syslogRow({ ...line, at: at(13), message: `Accepted password for ${person.sam} from ${from} port 40990 ssh2` }),
      syslogRow({
        ...line,
        process: "sudo",
        facility: "authpriv",
        at: at(15),
        message: `${person.sam} : TTY=pts/0 ; PWD=/tmp ; USER=root ; COMMAND=/usr/bin/cat /etc/shadow`,
      }),
      syslogRow({
        ...line,
        process: "sudo",
        facility: "authpriv",
        at: at(17),
        message: `${person.sam} : TTY=pts/0 ; PWD=/tmp ; USER=root ; COMMAND=/usr/bin/systemctl stop auditd`,
      }),
    ];
  },
};
