import { type Static, Type } from "typebox";
import { nullable, Uuid } from "../../contract/shapes.ts";
import { UserItem } from "../../contract/users.ts";
import type { User } from "../../model/user.ts";
import { readUsers, saveUsers } from "../../store/people/users.ts";
import { prepareWith } from "../prepare-batch.ts";
import { toDate, toId, toIdOrNull } from "./checked-values.ts";
import { DEFAULT_BATCH_BYTES, defineKind } from "./record-kind.ts";
import { Address } from "./text-limits.ts";

const PAGE = 1_000;

const UserRecord = Type.Object({
  ...UserItem.properties,
  /** Accepted because the API returns it, and ignored: a user belongs to the domain that imports it. */
  domain_id: Type.Optional(nullable(Uuid)),
  user_principal_name: Address,
  email_addresses: Type.Array(Address),
});

export const userRecords = defineKind({
  name: "users",
  schema: UserRecord,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: [],
  toItem: toUser,
  prepare: prepareWith<User>({ idOf: ({ tuid }) => tuid, save: saveUsers }),
  readPage: async (db, after) =>
    (await readUsers(db, after, PAGE)).map(({ item }) => ({ id: item.tuid, line: JSON.stringify(toRecord(item)) })),
});

function toUser(record: Static<typeof UserRecord>): User {
  return {
    tuid: toId(record.tuid),
    externalId: record.external_id,
    name: record.name,
    userPrincipalName: record.user_principal_name,
    emailAddresses: record.email_addresses,
    groupGuid: toIdOrNull(record.group_guid),
    isActive: record.is_active,
    createdAt: toDate(record.created_at),
    updatedAt: toDate(record.updated_at),
  };
}

function toRecord(user: User) {
  return {
    tuid: user.tuid,
    external_id: user.externalId,
    name: user.name,
    user_principal_name: user.userPrincipalName,
    email_addresses: user.emailAddresses,
    group_guid: user.groupGuid,
    is_active: user.isActive,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}
