import { MINUTE_MS, shift } from "../../moment.ts";
import { gatewayRow } from "../../rows/network.ts";
import type { UntidyKind } from "../untidy-kind.ts";

const AGENTS = [
  { source: "10.30.1.21", vendor: "198.19.7.10", host: "telemetry.monitoring-vendor.example", minutes: 10 },
  { source: "10.30.1.22", vendor: "198.19.7.10", host: "telemetry.monitoring-vendor.example", minutes: 10 },
  { source: "10.20.12.60", vendor: "198.19.7.20", host: "updates.software-vendor.example", minutes: 15 },
];
/** Days of the history in which it is logged too. */
const LOGGED_DAYS = 4;

/** Agents of software vendors call home at fixed intervals, day and night, from several hosts. */
export const telemetry: UntidyKind = {
  name: "telemetry",
  rowsOn: ({ organization, day, date, random }) => {
    if (day < organization.history - LOGGED_DAYS) return [];
    return AGENTS.flatMap(({ source, vendor, host, minutes }) =>
      Array.from({ length: Math.floor(1_440 / minutes) }, (_, index) =>
        gatewayRow({
          at: shift(date, index * minutes * MINUTE_MS + random.int(0, 4_000)),
          sourceIp: source,
          destinationIp: vendor,
          host,
          sentBytes: 900 + random.int(0, 40),
        }),
      ),
    );
  },
};
