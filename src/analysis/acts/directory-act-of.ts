import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow } from "../../model/rows/log-row.ts";
import { principalKey } from "../../model/rows/principal-key.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import { oncePerRow } from "../detect/behavior/patterns/once-per-row.ts";
import { objectIdOf, partiesOf } from "./act-parties.ts";
import type { ActRecord } from "./act-record.ts";
import { auditOperation, readAuditRecord } from "./audit-record.ts";
import { azureOperation, readAzureRecord } from "./azure-record.ts";
import { directionOf } from "./change-direction.ts";
import { type ActKind, type DirectoryAct, MAX_ACT_TEXT } from "./directory-act.ts";
import { directoryKindOf } from "./directory-operations.ts";
import { identityOperation, readIdentityRecord } from "./identity-record.ts";
import { azureKindOf, identityKindOf, windowsKindOf } from "./machine-operations.ts";
import { outsideRecipients } from "./mail-recipients.ts";
import { officeKindOf } from "./office-operations.ts";
import { officeOperation, readOfficeRecord } from "./office-record.ts";
import { refinedKind } from "./refine-kind.ts";
import { readWindowsRecord, windowsOperation } from "./windows-record.ts";

/** How the rows of a table report acts. */
interface ActSource {
  /** Returns the normalized name of an operation that was done. */
  readonly operation: (row: LogRow) => string | null;
  readonly kind: (operation: string) => ActKind | null;
  /** Reads the rest; only called for an operation that is an act. */
  readonly record: (row: LogRow, operation: string) => ActRecord;
}

const officeOrDirectoryKind = (operation: string): ActKind | null =>
  directoryKindOf(operation) ?? officeKindOf(operation);

const AUDIT: ActSource = {
  operation: ({ fields }) => auditOperation(fields),
  kind: directoryKindOf,
  record: ({ fields }, operation) => readAuditRecord(fields, operation),
};
const OFFICE: ActSource = {
  operation: ({ fields }) => officeOperation(fields, false),
  kind: officeOrDirectoryKind,
  record: ({ fields }, operation) => readOfficeRecord(fields, operation, false),
};
const CLOUD: ActSource = {
  operation: ({ fields }) => officeOperation(fields, true),
  kind: officeOrDirectoryKind,
  record: ({ fields }, operation) => readOfficeRecord(fields, operation, true),
};
const WINDOWS: ActSource = { operation: windowsOperation, kind: windowsKindOf, record: readWindowsRecord };
const IDENTITY: ActSource = { operation: identityOperation, kind: identityKindOf, record: readIdentityRecord };
const AZURE: ActSource = { operation: azureOperation, kind: azureKindOf, record: readAzureRecord };

function sourceOf({ table }: LogRow): ActSource | null {
  switch (table) {
    case "AuditLogs":
      return AUDIT;
    case "OfficeActivity":
      return OFFICE;
    case "CloudAppEvents":
      return CLOUD;
    case "SecurityEvent":
      return WINDOWS;
    case "IdentityDirectoryEvents":
      return IDENTITY;
    case "AzureActivity":
      return AZURE;
    default:
      return null;
  }
}

/** Returns the act of administration that a row reports as done, in one form for all tables; null for other rows. */
export const directoryActOf = oncePerRow((row): DirectoryAct | null => {
  const source = sourceOf(row);
  const operation = source?.operation(row) ?? null;
  const named = operation === null ? null : (source?.kind(operation) ?? null);
  if (source === null || operation === null || named === null) return null;
  const record = source.record(row, operation);
  const kind = refinedKind(named, record);
  return kind === null ? null : toAct(kind, record, actorOf(row));
});

function toAct(kind: ActKind, record: ActRecord, actor: RowActor | null): DirectoryAct {
  const by = actor === null ? null : (actor.upn ?? actor.name ?? actor.key.replace(/^[a-z]+:/, ""));
  const parties = partiesOf(kind, record, by);
  const object = shownText(parties.object);
  const target = shownText(parties.target);
  const detail = shownText(parties.detail);
  return {
    kind,
    direction: directionOf(kind, record),
    actor: folded(by),
    object: folded(object),
    target: folded(target),
    targetKey: principalKey(target, parties.targetId ?? target),
    objectId: objectIdOf(record),
    detail: folded(detail),
    shown: { actor: shownText(by), object, target, detail },
    outside: outsideRecipients(kind, record, [actor?.upn ?? null, object, record.objects[0]?.upn ?? null]),
    parameters: record.parameters,
  };
}

const shownText = (text: string | null): string | null =>
  text?.trim().replace(/\s+/g, " ").slice(0, MAX_ACT_TEXT) || null;

const folded = (text: string | null): string | null => shownText(text)?.toLowerCase() ?? null;
