import { deviceOf } from "../../device.ts";
import { nonInteractiveSigninRow, signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";
import { fileSpree } from "../traces.ts";

const SITTINGS = 6;

/** A stolen account is used every few hours for two days from abroad, each time for some dozens of files. */
export const slowForeignReading: Attack = {
  kind: "slow foreign reading",
  hours: 46,
  isSlow: true,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const device = deviceOf("windows");
    const theirs = { account: person, place, device, session: scene.id("session") };
    return {
      subjects: [user(person)],
      types: ["data_exfiltration", "account_compromise"],
      rows: Array.from({ length: SITTINGS }, (_, sitting) => {
        const from = sitting * 480;
        return [
          sitting === 0
            ? signinRow({ ...theirs, at: at(0), app: appOf("SharePoint"), factor: "none" })
            : nonInteractiveSigninRow({ ...theirs, at: at(from), app: appOf("SharePoint") }),
          ...fileSpree(scene, {
            person,
            ip: place.ip,
            device,
            operation: "FileDownloaded",
            count: random.int(40, 70),
            from: from + 5,
            step: 1,
          }),
        ];
      }).flat(),
    };
  },
};
