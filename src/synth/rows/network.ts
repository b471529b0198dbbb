import type { Fields } from "../../model/fields.ts";
import { type SynthRow, toRow } from "./row.ts";

export interface GatewayEvent {
  readonly at: Date;
  readonly sourceIp: string;
  /** The user name, if the gateway knows it. */
  readonly user?: string;
  readonly destinationIp: string;
  readonly host: string;
  readonly port?: number;
  readonly action?: "allow" | "deny" | "reset-both";
  readonly eventClass?: string;
  readonly activity?: string;
  readonly severity?: number;
  readonly sentBytes: number;
  readonly more?: Fields;
}

/** Creates the firewall row of a connection. */
export const gatewayRow = (event: GatewayEvent): SynthRow =>
  toRow({
    table: "CommonSecurityLog",
    at: event.at,
    fields: {
      DeviceVendor: "Palo Alto Networks",
      DeviceProduct: "PAN-OS",
      DeviceVersion: "11.1.2",
      DeviceEventClassID: event.eventClass ?? "TRAFFIC",
      Activity: event.activity ?? "end",
      LogSeverity: String(event.severity ?? 1),
      DeviceAction: event.action ?? "allow",
      CommunicationDirection: "Outbound",
      Protocol: "TCP",
      SourceIP: event.sourceIp,
      ...(event.user !== undefined && { SourceUserName: event.user }),
      DestinationIP: event.destinationIp,
      DestinationHostName: event.host,
      DestinationPort: event.port ?? 443,
      SentBytes: event.sentBytes,
      ReceivedBytes: event.sentBytes * 7,
      DeviceName: "edge-fw-01",
      Computer: "edge-fw-01",
    },
    more: event.more,
  });

export interface SyslogLine {
  readonly at: Date;
  readonly host: string;
  readonly process: string;
  readonly facility?: string;
  readonly level?: string;
  readonly message: string;
}

export const syslogRow = ({
  at,
  host,
  process,
  facility = "authpriv",
  level = "info",
  message,
}: SyslogLine): SynthRow =>
  toRow({
    table: "Syslog",
    at,
    fields: {
      EventTime: at.toISOString(),
      Computer: host,
      HostName: host,
      Facility: facility,
      SeverityLevel: level,
      ProcessName: process,
      SyslogMessage: message,
    },
  });
