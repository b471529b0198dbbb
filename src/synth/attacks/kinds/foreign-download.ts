import { deviceOf } from "../../device.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";
import { fileSpree } from "../traces.ts";

/** A sign-in from a new country with one factor on a new device, then thousands of downloads. */
export const foreignDownload: Attack = {
  kind: "foreign download",
  hours: 4,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const device = deviceOf("linux");
    const signIn = { account: person, place, device, session: scene.id("session"), factor: "none" as const };
    return {
      subjects: [user(person)],
      types: ["data_exfiltration", "account_compromise"],
      rows: [
        signinRow({ ...signIn, at: at(0), app: appOf("OfficeHome") }),
        signinRow({ ...signIn, at: at(4), app: appOf("SharePoint") }),
        ...fileSpree(scene, {
          person,
          ip: place.ip,
          device,
          operation: "FileDownloaded",
          count: random.int(1_200, 3_000),
          from: 11,
          step: 0.05,
        }),
      ],
    };
  },
};
