import { deviceOf } from "../../device.ts";
import { auditRow } from "../../rows/audit.ts";
import { nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";
import { readMail } from "../traces.ts";

/** The user enters a device code for the attacker, who registers a device and reads mail from abroad. */
export const deviceCodePhishing: Attack = {
  kind: "device code phishing",
  hours: 3,
  plan: (scene) => {
    const { at } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const theirs = { account: person, place, device: deviceOf("script"), session: scene.id("session") };
    const device = { type: "Device" as const, id: scene.id("device"), name: "DESKTOP-8K2L0QX" };
    return {
      subjects: [user(person)],
      types: ["account_compromise", "data_exfiltration"],
      rows: [
        signinRow({
          ...theirs,
          at: at(0),
          app: appOf("Microsoft Authentication Broker"),
          factor: "satisfied",
          more: { AuthenticationProtocol: "deviceCode", OriginalTransferMethod: "deviceCodeFlow" },
        }),
        auditRow({
          at: at(6),
          operation: "Register device",
          category: "Device",
          service: "Device Registration Service",
          by: person,
          ip: place.ip,
          targets: [device],
        }),
        nonInteractiveSigninRow({ ...theirs, at: at(12), app: appOf("Outlook") }),
        ...readMail(scene, { person, ip: place.ip, count: 40, from: 15, step: 1 }),
      ],
    };
  },
};
