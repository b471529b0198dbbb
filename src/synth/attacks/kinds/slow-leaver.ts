import { messageRows } from "../../rows/email.ts";
import { type Attack, user } from "../attack.ts";
import { fileSpree } from "../traces.ts";

const EVENINGS = 3;

/** An employee about to leave copies hundreds of files on three evenings and sends some to a private mailbox. */
export const slowLeaver: Attack = {
  kind: "slow leaver",
  hours: 54,
  hour: 17,
  isSlow: true,
  plan: (scene) => {
    const { at, id, random } = scene;
    const person = scene.take();
    const mailbox = { name: person.name, email: `${person.sam}.private@freemail.example` };
    return {
      subjects: [user(person)],
      types: ["insider_threat", "data_exfiltration"],
      rows: Array.from({ length: EVENINGS }, (_, evening) => [
        ...fileSpree(scene, {
          person,
          ip: person.home.ip,
          device: person.laptop,
          operation: "FileDownloaded",
          count: random.int(180, 320),
          from: evening * 1_440,
          step: 0.3,
        }),
        ...[0, 1, 2, 3].flatMap((number) =>
          messageRows({
            id: id(`${evening}/${number}`),
            at: at(evening * 1_440 + 110 + number * 4),
            from: person,
            to: mailbox,
            subject: `for later ${number}`,
            senderIp: person.home.ip,
            attachment: { name: `archive ${evening}-${number}.zip`, bytes: random.int(9e6, 2.4e7) },
          }),
        ),
      ]).flat(),
    };
  },
};
