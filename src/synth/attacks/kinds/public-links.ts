import { accountOf } from "../../account.ts";
import { deviceOf } from "../../device.ts";
import { fileOf, siteOf } from "../../habits/files.ts";
import { fileRow } from "../../rows/office.ts";
import { type Attack, user } from "../attack.ts";

/** Anonymous links to dozens of files of a department, which somebody abroad then downloads. */
export const publicLinks: Attack = {
  kind: "public links",
  hours: 4,
  hour: 19,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const site = siteOf(person.department.name);
    const files = Array.from(
      { length: random.int(35, 60) },
      (_, index) => `${index} ${fileOf(random, person.department.workstreams)}`,
    );
    const anyone = accountOf("anonymous", "anonymous");
    return {
      subjects: [user(person)],
      types: ["data_exfiltration", "insider_threat"],
      rows: [
        ...files.map((file, index) =>
          fileRow({
            at: at(index),
            account: person,
            ip: person.home.ip,
            device: person.laptop,
            operation: "AnonymousLinkCreated",
            site,
            file,
            more: { RecordType: "SharePointSharingOperation" },
          }),
        ),
        ...files.map((file, index) =>
          fileRow({
            at: at(70 + index),
            account: anyone,
            ip: place.ip,
            device: deviceOf("linux"),
            operation: "AnonymousLinkUsed",
            site,
            file,
          }),
        ),
      ],
    };
  },
};
