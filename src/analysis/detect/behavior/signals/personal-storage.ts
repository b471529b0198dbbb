import type { LogRow } from "../../../../model/rows/log-row.ts";
import { networkFlowOf } from "./network-flow.ts";

/** Services that keep files for private persons. Their names are also those of their upload hosts. */
const SERVICES = [
  "4shared.com",
  "anonfiles.com",
  "box.com",
  "dropbox.com",
  "dropboxapi.com",
  "dropmefiles.com",
  "file.io",
  "filebin.net",
  "gofile.io",
  "icloud-content.com",
  "icloud.com",
  "mediafire.com",
  "mega.co.nz",
  "mega.io",
  "mega.nz",
  "onedrive.live.com",
  "pcloud.com",
  "pixeldrain.com",
  "proton.me",
  "sendspace.com",
  "storage.live.com",
  "sync.com",
  "terabox.com",
  "transfer.sh",
  "wetransfer.com",
  "workupload.com",
  "yandex.ru",
] as const;

/** The smallest transfer that is a file rather than a request. */
const FILE_BYTES = 262_144;

/** Returns the service for private files to which a row reports an upload; null for other rows. */
export function personalUploadOf(row: LogRow): string | null {
  const flow = networkFlowOf(row);
  if (flow === null || flow.isBlocked || flow.host === null || (flow.sentBytes ?? 0) < FILE_BYTES) return null;
  const { host } = flow;
  return SERVICES.find((service) => host === service || host.endsWith(`.${service}`)) ?? null;
}
