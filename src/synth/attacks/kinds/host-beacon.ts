import { gatewayRow } from "../../rows/network.ts";
import { type Attack, address, host } from "../attack.ts";

const EVERY_MINUTES = 5;

/** A computer calls one address every five minutes for half a day, always with about the same number of bytes. */
export const hostBeacon: Attack = {
  kind: "host beacon",
  hours: 13,
  isSlow: true,
  plan: (scene) => {
    const { at, random } = scene;
    const server = scene.address();
    const source = `10.20.11.${random.int(100, 200)}`;
    return {
      subjects: [host(source), address(server)],
      types: ["account_compromise", "data_exfiltration"],
      rows: Array.from({ length: 144 }, (_, index) =>
        gatewayRow({
          at: at(index * EVERY_MINUTES + 0.05 * random.next()),
          sourceIp: source,
          destinationIp: server,
          host: "cdn-assets.example",
          sentBytes: 420 + random.int(0, 12),
        }),
      ),
    };
  },
};
