import { gatewayRow } from "../../rows/network.ts";
import { type Attack, address, host } from "../attack.ts";

const PORTS = [445, 3389, 22, 5985];

/** A computer tries the same ports on many others; afterwards the firewall lets a known threat pass. */
export const innerSweep: Attack = {
  kind: "inner sweep",
  hours: 2,
  plan: (scene) => {
    const { at, random } = scene;
    const source = `10.20.11.${random.int(20, 99)}`;
    const server = scene.address();
    return {
      subjects: [host(source), address(server)],
      types: ["account_compromise", "data_exfiltration", "privilege_escalation"],
      rows: [
        ...Array.from({ length: 60 }, (_, index) =>
          gatewayRow({
            at: at(index * 0.1),
            sourceIp: source,
            destinationIp: `10.30.2.${10 + index}`,
            host: `ws-${index}`,
            port: PORTS[index % PORTS.length] ?? 445,
            action: random.chance(0.7) ? "deny" : "allow",
            sentBytes: 66,
            more: { CommunicationDirection: "Internal" },
          }),
        ),
        ...[10, 22, 35].map((minute) =>
          gatewayRow({
            at: at(minute),
            sourceIp: source,
            destinationIp: server,
            host: "stage.example",
            action: "allow",
            eventClass: "THREAT",
            activity: "Cobalt Strike Beacon Command and Control Traffic Detection",
            severity: 9,
            sentBytes: 1_800,
          }),
        ),
      ],
    };
  },
};
