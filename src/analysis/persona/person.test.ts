import { expect, it } from "vitest";
import type { DirectoryUser } from "../../model/identity/directory.ts";
import { normalizedDepartment, toPerson } from "./person.ts";

const LISTED: DirectoryUser = {
  objectId: "oid-1",
  userPrincipalName: "maya@nw.example",
  displayName: null,
  givenName: "Maya",
  surname: "Ito",
  mail: null,
  jobTitle: "Pay\u202Eroll",
  department: "Finance",
  managerId: "oid-2",
  managerName: null,
  employeeId: "7",
  createdAt: null,
  isEnabled: true,
  isGuest: false,
  passwordNeverExpires: null,
  hasLicense: null,
  servicePrincipalNames: [],
  isSynchronized: false,
  objectClass: "user",
  extensions: ["Owner@nw.example", "cost center 7", "owner@nw.example"],
};
const USER = {
  tuid: "t",
  userPrincipalName: "maya@nw.example",
  name: null,
  emailAddresses: ["m.ito@nw.example"],
  isActive: true,
};

it("a person has the directory's attributes, cleaned, and falls back to the user list", () => {
  expect(toPerson(USER, LISTED)).toMatchObject({
    objectId: "oid-1",
    name: "Maya Ito",
    email: "m.ito@nw.example",
    title: "Pay roll",
    managerId: "oid-2",
    namedAccounts: ["owner@nw.example"],
  });
});

it("a user without a directory object has only what the user list contains", () => {
  expect(toPerson({ ...USER, name: "M", emailAddresses: [] }, undefined)).toMatchObject({
    objectId: null,
    name: "M",
    email: "maya@nw.example",
    department: null,
  });
});

it("departments are compared without case and forms of characters", () => {
  expect(normalizedDepartment(" Ｆinance ")).toBe(normalizedDepartment("FINANCE"));
});
