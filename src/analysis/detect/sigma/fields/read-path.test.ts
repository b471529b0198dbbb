import { expect, it } from "vitest";
import { exampleRow } from "../rule-examples.ts";
import { followPath } from "./read-path.ts";
import { RowView } from "./row-view.ts";

const view = new RowView(exampleRow("OfficeActivity", {}, "1"));
const found = (value: unknown, path: string): unknown[] => {
  const values: unknown[] = [];
  followPath(view, value, path.split("."), values);
  return values;
};

it("a modified property is addressed by its name, in the form of either audit log", () => {
  const office = [
    { Name: "Role.DisplayName", NewValue: "Reader", OldValue: "" },
    { Name: "Role.ObjectID", NewValue: "1", OldValue: "" },
  ];
  const directory = [
    { displayName: "Role.DisplayName", newValue: "Reader", oldValue: null },
    { displayName: "Role.ObjectID", newValue: "1", oldValue: null },
  ];
  expect(found(office, "Role.DisplayName.NewValue")).toEqual(["Reader"]);
  expect(found(JSON.stringify(office), "role.displayname.newvalue")).toEqual(["Reader"]);
  expect(found(directory, "Role.DisplayName.newValue")).toEqual(["Reader"]);
  expect(found(directory, "Role.Template.newValue")).toEqual([]);
});
