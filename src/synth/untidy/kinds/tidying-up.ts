import { shift } from "../../moment.ts";
import { officeRow } from "../../rows/office.ts";
import { lastingPeople, localTime, type UntidyKind } from "../untidy-kind.ts";

const OPERATIONS = ["FileRecycled", "FileMoved", "FileDeleted", "FileRenamed"];

/** Somebody tidies up their own OneDrive: deletes, moves or renames hundreds of own files in an hour. */
export const tidyingUp: UntidyKind = {
  name: "tidying up",
  rowsOn: (day) => {
    const { random } = day;
    const [person] = lastingPeople(day, 1, `day ${day.day}`);
    if (!person || day.day % 2 === 0 || !day.atWork.includes(person)) return [];
    const operation = OPERATIONS[Math.floor(day.day / 2) % OPERATIONS.length] ?? "FileRecycled";
    const folder = `personal/${person.sam}`;
    const start = localTime(day, person, 14 + 2 * random.next());
    return Array.from({ length: random.int(90, 260) }, (_, index) =>
      officeRow({
        at: shift(start, index * 9_000),
        account: person,
        ip: person.office.ip,
        workload: "OneDrive",
        recordType: "SharePointFileOperation",
        operation,
        more: {
          ItemType: "File",
          Site_Url: `https://northwind-my.sharepoint.com/${folder}/`,
          OfficeObjectId: `https://northwind-my.sharepoint.com/${folder}/Documents/old/${index}.docx`,
          SourceRelativeUrl: "Documents/old",
          SourceFileName: `${index}.docx`,
          SourceFileExtension: "docx",
          ...(operation === "FileRenamed" && {
            DestinationFileName: `2025 ${index}.docx`,
            DestinationFileExtension: "docx",
          }),
          UserAgent: person.laptop.userAgent,
          IsManagedDevice: true,
        },
      }),
    );
  },
};
