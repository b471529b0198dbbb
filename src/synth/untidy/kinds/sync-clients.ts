import { siteOf } from "../../habits/files.ts";
import { shift } from "../../moment.ts";
import { fileRow } from "../../rows/office.ts";
import { lastingPeople, localTime, type UntidyKind } from "../untidy-kind.ts";

const AGENT = "Microsoft SkyDriveSync 25.149.0803.0003 ship; Windows NT 10.0 (26100)";
/** On every how manyth day a client copies a whole library. */
const EVERY_DAYS = 3;

/** A sync client copies a library of thousands of files to a laptop; some versions report plain downloads. */
export const syncClients: UntidyKind = {
  name: "sync clients",
  rowsOn: (day) => {
    if (day.day % EVERY_DAYS !== 0 || day.day < day.organization.history - EVERY_DAYS) return [];
    const [person] = lastingPeople(day, 1, `day ${day.day}`);
    if (!person) return [];
    const { random } = day;
    const isPlain = random.chance(0.4);
    const count = random.int(700, 2_200);
    const start = localTime(day, person, 9 + 3 * random.next());
    const step = random.int(1_200, 3_000);
    return Array.from({ length: count }, (_, index) =>
      fileRow({
        at: shift(start, index * step),
        account: person,
        ip: person.office.ip,
        device: { ...person.laptop, userAgent: AGENT },
        operation: isPlain ? "FileDownloaded" : "FileSyncDownloadedFull",
        site: siteOf(person.department.name),
        file: `archive ${index}.${index % 5 === 0 ? "pptx" : "docx"}`,
      }),
    );
  },
};
