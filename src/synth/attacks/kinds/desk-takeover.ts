import { deviceOf } from "../../device.ts";
import { auditRow, userTarget } from "../../rows/audit.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";
import { readMail } from "../traces.ts";

/** A caller persuades the service desk to reset password and factor; they sign in from abroad and register their own. */
export const deskTakeover: Attack = {
  kind: "desk takeover",
  hours: 3,
  hour: 12,
  plan: (scene) => {
    const { at, organization } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const by = organization.crew.desk;
    const device = deviceOf("mac");
    const change = { ip: by.office.ip, category: "UserManagement", targets: [userTarget(person)] };
    const methods = { service: "Authentication Methods" };
    return {
      subjects: [user(person)],
      types: ["account_compromise"],
      rows: [
        auditRow({ ...change, by, at: at(0), operation: "Reset user password" }),
        auditRow({ ...change, ...methods, by, at: at(2), operation: "Admin deleted security info" }),
        signinRow({
          at: at(9),
          account: person,
          place,
          device,
          app: appOf("OfficeHome"),
          factor: "none",
          session: scene.id("session"),
        }),
        auditRow({
          ...change,
          ...methods,
          by: person,
          ip: place.ip,
          at: at(13),
          operation: "User registered security info",
        }),
        signinRow({
          at: at(20),
          account: person,
          place,
          device,
          app: appOf("Outlook"),
          factor: "satisfied",
          session: scene.id("session"),
        }),
        ...readMail(scene, { person, ip: place.ip, count: 20, from: 25, step: 1.5, client: "Client=OWA;" }),
      ],
    };
  },
};
