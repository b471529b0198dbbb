import { fileOf, siteOf } from "../habits/files.ts";
import { fileRow } from "../rows/office.ts";
import type { Scenario } from "./scenario.ts";

/** A whole site is emptied within minutes, its recycle bin too. */
export const sharedFilesDeleted: Scenario = {
  name: "shared files deleted",
  department: "Sales",
  daysAgo: 10,
  localHour: 18,
  rowsOf: ({ person, random, at }) => {
    const act = { account: person, ip: person.home.ip, device: person.laptop, site: siteOf(person.department.name) };
    const files = Array.from({ length: 80 }, (_, index) => `${index} ${fileOf(random, person.department.workstreams)}`);
    return [
      ...files.map((file, index) => fileRow({ ...act, at: at(index * 0.07), operation: "FileDeleted", file })),
      ...files
        .slice(0, 12)
        .map((file, index) =>
          fileRow({ ...act, at: at(8 + index * 0.05), operation: "FileDeletedSecondStageRecycleBin", file }),
        ),
    ];
  },
};
