import { readWindowsText } from "../../../../model/rows/event-data.ts";
import type { LogRow, LogTable } from "../../../../model/rows/log-row.ts";
import { readFirst, readText } from "../../../../model/rows/row-fields.ts";
import { oncePerRow } from "../patterns/once-per-row.ts";
import { toFileName } from "../wording.ts";
import { FILE_TABLES, fileOperationOf } from "./file-operation.ts";

export const ENDING_TABLES: readonly LogTable[] = [...FILE_TABLES, "SecurityEvent"];

/** A document that got an ending that no common program gives it. */
export interface OddEnding {
  /** The file name with the ending, in lower case. */
  readonly file: string;
  readonly ending: string;
}

const WRITES: ReadonlySet<string> = new Set([
  "filerenamed",
  "filemodified",
  "filemodifiedextended",
  "fileuploaded",
  "filesyncuploadedfull",
  "filemoved",
]);

/** Returns the document that a row reports as renamed or written with an ending of no common program; null for other rows. */
export const oddEndingOf = oncePerRow((row): OddEnding | null =>
  row.table === "SecurityEvent" ? onServer(row) : inCloud(row),
);

function inCloud(row: LogRow): OddEnding | null {
  const operation = fileOperationOf(row);
  if (operation === null || !WRITES.has(operation.name)) return null;
  const raw = row.table === "CloudAppEvents" ? "RawEventData." : "";
  const before = readText(row.fields, `${raw}SourceFileName`);
  const after = readFirst(row.fields, [`${raw}DestinationFileName`, `${raw}DestinationRelativeUrl`]);
  if (after !== null && before !== null) return renamed(before, after) ?? written(after);
  return written(after ?? before ?? operation.item);
}

/** Writing or appending data, and deleting, which a rename needs. */
const WRITE_ACCESS = 0x1_0006;
const WRITE_NAMES = /%%(?:4417|4418|1537)\b/;

/** Accesses to a share, and to files on the machine itself. */
function onServer({ fields }: LogRow): OddEnding | null {
  const event = readText(fields, "EventID");
  if (event !== "5145" && event !== "4663") return null;
  const mask = Number.parseInt(readWindowsText(fields, "AccessMask") ?? "", 16);
  const isWrite = Number.isNaN(mask)
    ? WRITE_NAMES.test(readWindowsText(fields, "AccessList")?.slice(0, 1_024) ?? "")
    : (mask & WRITE_ACCESS) !== 0;
  return isWrite ? written(readWindowsText(fields, event === "5145" ? "RelativeTargetName" : "ObjectName")) : null;
}

/** A document whose ending was replaced by an odd one. */
function renamed(before: string, after: string): OddEnding | null {
  const [old, file] = [partsOf(before), partsOf(after)];
  return DOCUMENTS.has(old.ending) && old.ending !== file.ending && isOdd(file.ending) ? toOdd(file) : null;
}

/** A name with two endings, of which the first is that of a document. */
function written(path: string | null): OddEnding | null {
  if (path === null) return null;
  const file = partsOf(path);
  return isOdd(file.ending) && DOCUMENTS.has(partsOf(file.stem).ending) ? toOdd(file) : null;
}

const toOdd = ({ stem, ending }: Parts): OddEnding => ({ file: `${stem}.${ending}`, ending });

interface Parts {
  readonly stem: string;
  /** Without the dot; empty if there is none. */
  readonly ending: string;
}

const LONGEST_PATH = 4_096;

function partsOf(path: string): Parts {
  const name = toFileName(path.slice(-LONGEST_PATH)).trim().toLowerCase();
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? { stem: name, ending: "" } : { stem: name.slice(0, dot), ending: name.slice(dot + 1) };
}

const LONGEST_ENDING = 40;

/** Numbers count parts and versions; a few programs write temporary copies with an ending of their own for each. */
const isOdd = (ending: string): boolean =>
  ending !== "" &&
  ending.length <= LONGEST_ENDING &&
  !/\s|^~|^sb-|^v?\d+$/.test(ending) &&
  !DOCUMENTS.has(ending) &&
  !COMPANIONS.has(ending);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** What people keep: documents, tables, pictures, archives, mail, drawings, databases. */
const DOCUMENTS = setOf(
  `doc docx docm dot dotx rtf odt pages txt md csv tsv xls xlsx xlsm xlsb xlt xltx ods numbers ppt pptx pptm pps ppsx odp key pdf xps
one onetoc2 vsd vsdx mpp pub msg eml pst ost ics vcf jpg jpeg png gif bmp tif tiff svg heic webp psd ai indd eps raw mp3 mp4 m4a m4v
mov avi mkv wav wmv zip 7z rar tar gz tgz bz2 xz iso html htm xml json yaml yml sql db sqlite mdb accdb bak dwg dxf rvt ifc skp stl
step stp sldprt sldasm ipt iam prt py js ts java cs cpp c h php rb go sh ps1 bat vbs tex bib log cfg conf ini`,
);

/** What programs add to the name of a document: copies, parts, signatures, encryption on purpose, descriptions. */
const COMPANIONS = setOf(
  `tmp temp part partial filepart crdownload download opdownload old orig backup copy new lock lnk url gpg pgp asc sig p7m p7s p7b
pfile ptxt ppdf pjpg ppng pxml pdocx pxlsx ppptx icloud dropbox gsheet gdoc gslides meta xmp thm crc md5 sha1 sha256 torrent aria2
vhd vhdx zst lz4 lzma z cab jar exe msi dll age kdbx axx aes vault rpt thumb webarchive loop fluid whiteboard aspx`,
);
