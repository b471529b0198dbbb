import { type Account, accountOf } from "../../account.ts";
import { deviceOf } from "../../device.ts";
import { siteOf } from "../../habits/files.ts";
import { userTarget } from "../../rows/audit.ts";
import { fileRow } from "../../rows/office.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { synthId } from "../../synth-id.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

/** A guest is invited by an employee, added to a privileged group, and copies files from abroad. */
export const guestAbuse: Attack = {
  kind: "guest abuse",
  hours: 5,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const guest: Account = accountOf("jo.consult_freemail.example#EXT#@northwind.example", "Jo Consult");
    const device = deviceOf("linux");
    const group = "Server Operators";
    const id = synthId(0, "group", group);
    const change = { by: person, seat: { place: person.home, device: person.laptop } };
    return {
      subjects: [user(guest), user(person)],
      types: ["data_exfiltration", "account_compromise", "privilege_escalation", "insider_threat"],
      rows: [
        ...reportedChangeRows({
          ...change,
          at: at(0),
          operation: "Invite external user",
          category: "UserManagement",
          service: "Invited Users",
          targets: [userTarget(guest)],
        }),
        ...reportedChangeRows({
          ...change,
          at: at(14),
          operation: "Add member to group",
          category: "GroupManagement",
          targets: [
            userTarget(guest, [
              ["Group.ObjectID", "", `"${id}"`],
              ["Group.DisplayName", "", `"${group}"`],
            ]),
            { type: "Group", id, name: group },
          ],
        }),
        signinRow({
          at: at(40),
          account: guest,
          place,
          device,
          app: appOf("SharePoint"),
          factor: "none",
          more: { UserType: "Guest", CrossTenantAccessType: "b2bCollaboration" },
        }),
        ...Array.from({ length: random.int(250, 500) }, (_, index) =>
          fileRow({
            at: at(48 + index * 0.15),
            account: guest,
            ip: place.ip,
            device,
            operation: "FileDownloaded",
            site: siteOf(person.department.name),
            file: `design ${index}.pdf`,
          }),
        ),
      ],
    };
  },
};
