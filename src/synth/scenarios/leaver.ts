import { fileOf, siteOf } from "../habits/files.ts";
import { cloudAppRow } from "../rows/cloud-app.ts";
import { labelRow } from "../rows/information-protection.ts";
import { fileAddress, fileRow } from "../rows/office.ts";
import { signinRow } from "../rows/signin.ts";
import { appOf } from "../world.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

/** An employee about to leave removes labels, downloads the files they protected and shares them externally. */
export const leaver: Scenario = {
  name: "leaver",
  department: "Engineering",
  daysAgo: 4,
  localHour: 19,
  rowsOf: (context) => {
    const { person, random, at } = context;
    const files = Array.from(
      { length: 150 },
      (_, index) => `${index} design ${fileOf(random, person.department.workstreams)}`,
    );
    const act = { account: person, ip: person.home.ip, device: person.laptop, site: siteOf(person.department.name) };
    return [
      signinRow({
        account: person,
        place: person.home,
        device: person.laptop,
        app: appOf("SharePoint"),
        at: at(0),
        factor: "satisfied",
      }),
      ...files.slice(0, 7).map((file, index) =>
        labelRow({
          at: at(4 + index * 2),
          account: person,
          ip: person.home.ip,
          file,
          from: "Highly Confidential",
          to: index % 2 === 0 ? "Public" : undefined,
          deviceName: person.laptop.name,
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
      ...share(context, files.slice(0, 13)),
    ];
  },
};

function share({ person, at }: ScenarioContext, files: readonly string[]) {
  const site = siteOf(person.department.name);
  return files.flatMap((file, index) => [
    fileRow({
      at: at(55 + index * 2),
      account: person,
      ip: person.home.ip,
      device: person.laptop,
      operation: "AnonymousLinkCreated",
      site,
      file,
      more: { RecordType: "SharePointSharingOperation" },
    }),
    cloudAppRow({
      at: at(55.1 + index * 2),
      account: person,
      place: person.home,
      device: person.laptop,
      application: "Microsoft SharePoint Online",
      action: "AnonymousLinkCreated",
      object: { type: "File", name: file, address: fileAddress(site, file) },
    }),
  ]);
}
