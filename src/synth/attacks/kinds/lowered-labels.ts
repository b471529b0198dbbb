import { messageRows } from "../../rows/email.ts";
import { labelRow } from "../../rows/information-protection.ts";
import { type Attack, user } from "../attack.ts";

/** Labels of confidential files are lowered, and the files are mailed to a private mailbox. */
export const loweredLabels: Attack = {
  kind: "lowered labels",
  hours: 3,
  hour: 16,
  plan: (scene) => {
    const { at, id, random } = scene;
    const person = scene.take();
    const files = Array.from({ length: random.int(6, 10) }, (_, index) => `roadmap ${index}.pptx`);
    return {
      subjects: [user(person)],
      types: ["data_exfiltration", "insider_threat"],
      rows: [
        ...files.map((file, index) =>
          labelRow({
            at: at(index * 3),
            account: person,
            ip: person.home.ip,
            file,
            from: "Highly Confidential",
            to: index % 3 === 0 ? undefined : "Public",
            deviceName: person.laptop.name,
            justification: "other",
          }),
        ),
        ...files.flatMap((name, index) =>
          messageRows({
            id: id(name),
            at: at(45 + index * 2),
            from: person,
            to: { name: "me", email: "old.box@freemail.example" },
            subject: "slides",
            senderIp: person.home.ip,
            attachment: { name, bytes: random.int(2e6, 9e6) },
          }),
        ),
      ],
    };
  },
};
