import { syslogRow } from "../../rows/network.ts";
import { type Attack, address, host, user } from "../attack.ts";

/** A Linux host is guessed every few minutes for hours; the account that opens becomes root. */
export const slowSshGuessing: Attack = {
  kind: "slow SSH guessing",
  hours: 10,
  isSlow: true,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const from = scene.address();
    const computer = "lx-orders-02";
    const line = { host: computer, process: "sshd", facility: "auth" };
    const guesses = random.int(110, 160);
    const end = guesses * 3.5;
    const sudo = { host: computer, process: "sudo", facility: "authpriv" };
    return {
      subjects: [user(person), host(computer), address(from)],
      types: ["account_compromise", "privilege_escalation"],
      rows: [
        ...Array.from({ length: guesses }, (_, index) =>
          syslogRow({
            ...line,
            at: at(index * 3.5),
            message: `Failed password for ${index % 4 === 0 ? "invalid user deploy" : person.sam} from ${from} port ${30_000 + index} ssh2`,
          }),
        ),
        syslogRow({
          ...line,
          at: at(end),
          message: `Accepted password for ${person.sam} from ${from} port 39999 ssh2`,
        }),
        syslogRow({
          ...sudo,
          at: at(end + 3),
          message: `${person.sam} : TTY=pts/1 ; PWD=/tmp ; USER=root ; COMMAND=/bin/bash`,
        }),
        syslogRow({
          ...sudo,
          at: at(end + 5),
          message: `${person.sam} : TTY=pts/1 ; PWD=/tmp ; USER=root ; COMMAND=/usr/sbin/useradd -o -u 0 sysupd`,
        }),
      ],
    };
  },
};
