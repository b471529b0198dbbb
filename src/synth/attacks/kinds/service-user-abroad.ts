import { deviceOf } from "../../device.ts";
import { fileOf, siteOf } from "../../habits/files.ts";
import { fileRow } from "../../rows/office.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

/** Somebody signs in with a browser to an account that only a server uses, from another country, and copies files. */
export const serviceUserAbroad: Attack = {
  kind: "service user abroad",
  hours: 3,
  plan: (scene) => {
    const { at, organization, random } = scene;
    const [first] = organization.serviceUsers;
    if (!first) throw new Error("there is no service account: there are too few people");
    const account = random.pick(organization.serviceUsers).employee;
    const place = scene.abroad();
    const device = deviceOf("windows");
    const common = { account, place, device, factor: "none" as const, session: scene.id("session") };
    return {
      subjects: [user(account)],
      types: ["account_compromise", "data_exfiltration"],
      rows: [
        signinRow({ ...common, at: at(0), app: appOf("OfficeHome") }),
        signinRow({ ...common, at: at(3), app: appOf("SharePoint") }),
        ...Array.from({ length: 40 }, (_, index) =>
          fileRow({
            at: at(6 + index * 1.5),
            account,
            ip: place.ip,
            device,
            operation: "FileDownloaded",
            site: siteOf("Finance"),
            file: `${index} ${fileOf(random, account.department.workstreams)}`,
          }),
        ),
      ],
    };
  },
};
