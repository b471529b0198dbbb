import { type Static, Type } from "typebox";
import { NhiDetail, NhiItem } from "../../contract/nhi.ts";
import { renderDocument } from "../../contract/openapi/render-document.ts";
import { nullable, Text } from "../../contract/shapes.ts";
import type { Nhi } from "../../model/nhi.ts";
import { keysOf, NHI_CLASSES, PROVIDERS } from "../../model/vocabulary.ts";
import { saveImportedNhi } from "../../store/people/imported-nhi.ts";
import { findMissingNhi, type NhiDetailText, readNhi, readNhiDetails, saveNhiDetails } from "../../store/people/nhi.ts";
import { toDocument } from "../document.ts";
import { findDangling, prepareWith } from "../prepare-batch.ts";
import { toDateOrNull, toId } from "./checked-values.ts";
import { DEFAULT_BATCH_BYTES, defineKind } from "./record-kind.ts";

const ITEM_PAGE = 1_000;
/** Smaller because a document can be as long as a line, and its rendered text is read with it. */
const DETAIL_PAGE = 25;

const NhiClassName = Type.Enum(keysOf(NHI_CLASSES));
const ProviderName = Type.Object({ key: Type.Enum(keysOf(PROVIDERS)), label: Text });

const NhiRecord = Type.Object({
  ...NhiItem.properties,
  nhi_class: NhiClassName,
  provider: ProviderName,
  principal_id: nullable(Text),
  app_id: nullable(Text),
});

const NhiDetailRecord = Type.Object({
  ...NhiDetail.properties,
  identity: Type.Object({
    ...NhiDetail.properties.identity.properties,
    nhi_class: NhiClassName,
    provider: ProviderName,
  }),
});

const idOf = ({ nuid }: { readonly nuid: string }): string => nuid;

export const nhiRecords = defineKind({
  name: "nhi",
  schema: NhiRecord,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: ["nhi", "nhi-clusters"],
  toItem: toNhi,
  prepare: prepareWith<Nhi>({ idOf, save: saveImportedNhi }),
  readPage: async (db, after) =>
    (await readNhi(db, after, ITEM_PAGE)).map(({ item }) => ({ id: item.nuid, line: JSON.stringify(toRecord(item)) })),
});

export const nhiDetailRecords = defineKind({
  name: "nhi-details",
  schema: NhiDetailRecord,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: ["nhi", "nhi-clusters"],
  toItem: (record): NhiDetailText => ({
    nuid: toId(record.nuid),
    document: toDocument(NhiDetail, { ...record, nuid: toId(record.nuid) }),
    wire: renderDocument(NhiDetail, record),
  }),
  prepare: prepareWith<NhiDetailText>({
    idOf,
    save: saveNhiDetails,
    check: (tx, lines) =>
      findDangling(lines, {
        field: "nuid",
        noun: "non-human identity",
        idOf,
        findMissing: (nuids) => findMissingNhi(tx, nuids),
      }),
  }),
  readPage: async (db, after) =>
    (await readNhiDetails(db, after, DETAIL_PAGE)).map(({ nuid, document }) => ({ id: nuid, line: document })),
});

function toNhi(record: Static<typeof NhiRecord>): Nhi {
  return {
    nuid: toId(record.nuid),
    displayName: record.display_name,
    nhiClass: record.nhi_class,
    nhiClassLabel: record.nhi_class_label,
    identityType: record.identity_type,
    archetype: record.archetype,
    archetypeLabel: record.archetype_label,
    provider: record.provider,
    status: record.status,
    hasPersona: record.has_persona,
    stewardUpn: record.steward_upn,
    firstSeen: toDateOrNull(record.first_seen),
    lastSeen: toDateOrNull(record.last_seen),
    principalId: record.principal_id,
    appId: record.app_id,
  };
}

function toRecord(nhi: Nhi) {
  return {
    nuid: nhi.nuid,
    display_name: nhi.displayName,
    nhi_class: nhi.nhiClass,
    nhi_class_label: nhi.nhiClassLabel,
    identity_type: { id: nhi.identityType.id, label: nhi.identityType.label },
    archetype: nhi.archetype,
    archetype_label: nhi.archetypeLabel,
    provider: { key: nhi.provider.key, label: nhi.provider.label },
    status: nhi.status,
    has_persona: nhi.hasPersona,
    steward_upn: nhi.stewardUpn,
    first_seen: nhi.firstSeen,
    last_seen: nhi.lastSeen,
    principal_id: nhi.principalId,
    app_id: nhi.appId,
  };
}
