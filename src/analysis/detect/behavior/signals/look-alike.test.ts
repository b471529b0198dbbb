import { expect, test } from "vitest";
import { looksAlike } from "./look-alike.ts";

test.each([
  "c0ntoso.com",
  "contosso.com",
  "cont0so.com",
  "contoso.net",
  "con-toso.com",
  "contos0.com",
  "cóntoso.com",
  "contsoo.com",
  "соntoso.com",
])("%s looks like contoso.com", (domain) => {
  expect(looksAlike(domain, "contoso.com")).toBe(true);
});

test.each(["contoso.com", "mail.contoso.com", "fabrikam.com", "gmail.com", "contosogroup.com", ""])(
  "%s does not look like contoso.com",
  (domain) => {
    expect(looksAlike(domain, "contoso.com")).toBe(false);
  },
);

test("short names one letter apart are not look-alikes", () => {
  expect(looksAlike("abd.com", "abc.com")).toBe(false);
});
