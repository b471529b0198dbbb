import { expect, test } from "vitest";
import { accountOf } from "../account.ts";
import { deviceOf } from "../device.ts";
import { ELSEWHERE } from "../place.ts";
import { fileRow, inboxRuleRow } from "./office.ts";
import { FAILURES, signinRow } from "./signin.ts";

const at = new Date("2026-11-15T08:00:00.000Z");
const account = accountOf("maya.ito@northwind.example", "Maya Ito");
const device = deviceOf("windows", "d-1", "NW-LT-001");
const place = ELSEWHERE.lisbon;
const app = { id: "app-1", name: "Outlook" };

test("equal rows have equal ids, different rows have different ids", () => {
  const row = signinRow({ at, account, place, device, app });
  expect(signinRow({ at, account, place, device, app })).toEqual(row);
  const failed = signinRow({ at, account, place, device, app, failure: FAILURES.wrongPassword });
  for (const column of ["Id", "_ItemId"]) expect(failed.fields[column]).not.toBe(row.fields[column]);
  expect(row.fields["_ItemId"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("columns that the caller sets take precedence, including the id", () => {
  const act = { at, account, ip: place.ip, device, operation: "FileDownloaded", site: "Finance", file: "plan.xlsx" };
  const { fields } = fileRow({ ...act, more: { OfficeId: "mine", UserType: "Admin" } });
  expect(fields).toMatchObject({ OfficeId: "mine", UserType: "Admin", SourceFileExtension: "xlsx" });
});

test("a mailbox change names its object", () => {
  const objectOf = (parameters: Readonly<Record<string, string>>) =>
    inboxRuleRow({ at, account, ip: place.ip, parameters }).fields["OfficeObjectId"];
  expect(objectOf({ Name: ".." })).toBe("maya.ito@northwind.example\\..");
  expect(objectOf({ Identity: "archive" })).toBe("archive");
  expect(objectOf({})).toBe("maya.ito@northwind.example");
});
