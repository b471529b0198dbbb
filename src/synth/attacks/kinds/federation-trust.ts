import { deviceOf } from "../../device.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { signinRow } from "../../rows/signin.ts";
import { appOf } from "../../world.ts";
import { type Attack, user } from "../attack.ts";

/** The account of a global administrator adds a federated domain from abroad, which lets its owner sign in as anybody. */
export const federationTrust: Attack = {
  kind: "federation trust",
  hours: 3,
  plan: (scene) => {
    const { at } = scene;
    const by = scene.organization.crew.global;
    const place = scene.abroad();
    const device = deviceOf("windows");
    const domain = "northwind-login.example";
    const target = { type: "Other" as const, id: domain, name: domain };
    const change = { by, seat: { place, device }, category: "DirectoryManagement" };
    return {
      subjects: [user(by)],
      types: ["privilege_escalation", "account_compromise"],
      rows: [
        signinRow({ at: at(0), account: by, place, device, app: appOf("Microsoft Azure PowerShell"), factor: "none" }),
        ...reportedChangeRows({ ...change, at: at(8), operation: "Add unverified domain", targets: [target] }),
        ...reportedChangeRows({ ...change, at: at(13), operation: "Verify domain", targets: [target] }),
        ...reportedChangeRows({
          ...change,
          at: at(17),
          operation: "Set domain authentication",
          targets: [{ ...target, changes: [["LiveType", '["Managed"]', '["Federated"]']] }],
        }),
        ...reportedChangeRows({
          ...change,
          at: at(18),
          operation: "Set federation settings on domain",
          targets: [{ ...target, changes: [["IssuerUri", "[]", '["http://any.sts/18F93FFA"]']] }],
        }),
      ],
    };
  },
};
