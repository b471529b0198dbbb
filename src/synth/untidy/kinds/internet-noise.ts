import { placeAbroad } from "../../abroad.ts";
import { deviceOf } from "../../device.ts";
import { DAY_MS, shift } from "../../moment.ts";
import { gatewayRow, syslogRow } from "../../rows/network.ts";
import { FAILURES, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import type { UntidyKind } from "../untidy-kind.ts";

const NAMES = ["root", "admin", "ubuntu", "postgres", "oracle", "test", "git"];

/** What arrives from the internet every day: refused connections, SSH guesses, single wrong passwords from abroad. */
export const internetNoise: UntidyKind = {
  name: "internet noise",
  rowsOn: ({ organization, date, random }) => {
    const moment = (): Date => shift(date, Math.floor(random.next() * DAY_MS));
    const outside = (): string => `198.19.${random.int(20, 60)}.${random.int(1, 250)}`;
    const denied = Array.from({ length: 40 }, () =>
      gatewayRow({
        at: moment(),
        sourceIp: outside(),
        destinationIp: "198.51.100.10",
        host: "edge",
        port: random.pick([22, 23, 445, 3389, 5900, 8443]),
        action: "deny",
        sentBytes: 0,
        more: { CommunicationDirection: "Inbound" },
      }),
    );
    const guessed = Array.from({ length: 3 }, outside).flatMap((ip) => {
      const start = moment();
      return Array.from({ length: random.int(2, 9) }, (_, index) =>
        syslogRow({
          at: shift(start, index * 4_000),
          host: "lx-jump-01",
          process: "sshd",
          facility: "auth",
          message: `Failed password for invalid user ${random.pick(NAMES)} from ${ip} port ${50_000 + index} ssh2`,
        }),
      );
    });
    const tried = random.sample(organization.staff, 4).map((account) =>
      signinRow({
        at: moment(),
        account,
        place: placeAbroad(random, outside()),
        device: deviceOf("script"),
        app: appOf("Office 365 Exchange Online"),
        failure: FAILURES.wrongPassword,
        factor: "none",
        more: { ClientAppUsed: random.pick(["IMAP4", "Authenticated SMTP", "Browser"]) },
      }),
    );
    return [...denied, ...guessed, ...tried];
  },
};
