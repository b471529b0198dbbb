import { deviceOf } from "../../device.ts";
import { siteOf } from "../../habits/files.ts";
import { fileRow } from "../../rows/office.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

/** The files of a shared library are overwritten and get a new extension within minutes; a note is left in each folder. */
export const encryptedLibrary: Attack = {
  kind: "encrypted library",
  hours: 3,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const device = deviceOf("windows");
    const extension = random.pick(["locked", "enc", "crypt8"]);
    const act = { account: person, ip: place.ip, device, site: siteOf(person.department.name) };
    const count = random.int(180, 350);
    return {
      subjects: [user(person)],
      types: ["sabotage"],
      rows: [
        signinRow({ at: at(0), account: person, place, device, app: appOf("SharePoint"), factor: "none" }),
        ...Array.from({ length: count }, (_, index) => [
          fileRow({ ...act, at: at(15 + index * 0.06), operation: "FileModified", file: `plan ${index}.xlsx` }),
          fileRow({
            ...act,
            at: at(15.02 + index * 0.06),
            operation: "FileRenamed",
            file: `plan ${index}.xlsx`,
            more: { DestinationFileName: `plan ${index}.xlsx.${extension}`, DestinationFileExtension: extension },
          }),
        ]).flat(),
        ...Array.from({ length: 8 }, (_, index) =>
          fileRow({ ...act, at: at(40 + index * 0.1), operation: "FileUploaded", file: `HOW TO RECOVER ${index}.txt` }),
        ),
      ],
    };
  },
};
