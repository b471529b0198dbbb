import { fileOf, siteOf } from "../habits/files.ts";
import { cloudAppRow } from "../rows/cloud-app.ts";
import { labelRow } from "../rows/information-protection.ts";
import { fileAddress, fileRow } from "../rows/office.ts";
import { signinRow } from "../rows/signin.ts";
import { appOf } from "../world.ts";
import type { Scenario, Scene } from "./scenario.ts";

/** Somebody about to leave takes labels off, downloads what they protected and shares it outside. */
export const leaver: Scenario = {
  name: "leaver",
  department: "Engineering",
  daysAgo: 4,
  localHour: 19,
  tell: (scene) => {
    const { lead, random, at } = scene;
    const files = Array.from(
      { length: 150 },
      (_, index) => `${index} design ${fileOf(random, lead.department.workstreams)}`,
    );
    const act = { account: lead, ip: lead.home.ip, device: lead.laptop, site: siteOf(lead.department.name) };
    return [
      signinRow({
        account: lead,
        place: lead.home,
        device: lead.laptop,
        app: appOf("SharePoint"),
        at: at(0),
        factor: "satisfied",
      }),
      ...files.slice(0, 7).map((file, index) =>
        labelRow({
          at: at(4 + index * 2),
          account: lead,
          ip: lead.home.ip,
          file,
          from: "Highly Confidential",
          to: index % 2 === 0 ? "Public" : undefined,
          deviceName: lead.laptop.name,
          justification: "Previous label no longer applies",
        }),
      ),
      ...files.map((file, index) =>
        fileRow({
          ...act,
          at: at(26 + index * 0.09),
          operation: "FileDownloaded",
          file,
          more: { SensitivityLabelId: "highly-confidential" },
        }),
      ),
      ...share(scene, files.slice(0, 13)),
    ];
  },
};

function share({ lead, at }: Scene, files: readonly string[]) {
  const site = siteOf(lead.department.name);
  return files.flatMap((file, index) => [
    fileRow({
      at: at(55 + index * 2),
      account: lead,
      ip: lead.home.ip,
      device: lead.laptop,
      operation: "AnonymousLinkCreated",
      site,
      file,
      more: { RecordType: "SharePointSharingOperation" },
    }),
    cloudAppRow({
      at: at(55.1 + index * 2),
      account: lead,
      place: lead.home,
      device: lead.laptop,
      application: "Microsoft SharePoint Online",
      action: "AnonymousLinkCreated",
      object: { type: "File", name: file, address: fileAddress(site, file) },
    }),
  ]);
}
