import { serviceAccountOf } from "../../account.ts";
import { deviceOf } from "../../device.ts";
import { graphActivityRow } from "../../rows/graph-activity.ts";
import { nonInteractiveSigninRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

const APPS = ["Outlook", "Microsoft Teams", "SharePoint", "Azure Portal", "Microsoft Graph Command Line Tools"];

/** A stolen refresh token is used from another country; only the non-interactive table shows it. */
export const remoteToken: Attack = {
  kind: "remote token",
  hours: 4,
  plan: (scene) => {
    const { at, random } = scene;
    const person = scene.take();
    const place = scene.abroad();
    const device = deviceOf("script");
    const tools = serviceAccountOf("Microsoft Graph Command Line Tools");
    return {
      subjects: [user(person)],
      types: ["account_compromise", "data_exfiltration"],
      rows: [
        ...Array.from({ length: 30 }, (_, index) =>
          nonInteractiveSigninRow({
            account: person,
            place,
            device,
            session: scene.id("session"),
            app: appOf(APPS[index % APPS.length] ?? "Outlook"),
            at: at(index * 3 + random.next()),
            more: { IncomingTokenType: "refreshToken" },
          }),
        ),
        ...["/me/messages?$top=500", "/users?$top=999", "/me/drive/root/children", "/groups"].map((path, index) =>
          graphActivityRow({ at: at(20 + index * 4), service: tools, account: person, ip: place.ip, path }),
        ),
      ],
    };
  },
};
