import { describe, expect, it } from "vitest";
import { exampleRow } from "../rule-examples.ts";
import { summaryRenderer } from "./summary.ts";

const row = exampleRow("IdentityLogonEvents", { AccountName: "maya", DeviceName: "a\u0000b\n{IPAddress}" }, "1");
const render = (template: string) => summaryRenderer(template, "A title")(row);

describe("a summary", () => {
  it("uses the first of several fields that the row has", () => {
    expect(render("{AccountUpn|AccountName} signed in.")).toBe("maya signed in.");
  });

  it("renders 'unknown' where the row has none of them", () => {
    expect(render("{AccountUpn|IPAddress} signed in.")).toBe("unknown signed in.");
  });

  it("omits a phrase whose fields the row lacks", () => {
    expect(render("{AccountName}[ from {IPAddress}][ ({Location}, {AccountName})] signed in[ as {AccountName}].")).toBe(
      "maya signed in as maya.",
    );
  });

  it("keeps brackets that are not a phrase", () => {
    expect(render("[x] a] {AccountName} [b")).toBe("[x] a] maya [b");
  });

  it("does not expand placeholders inside values, and removes control characters", () => {
    expect(render("On {DeviceName}.")).not.toMatch(/unknown|\p{Cc}/u);
    const hostile = exampleRow("IdentityLogonEvents", { AccountName: "[{IPAddress}]" }, "1");
    expect(summaryRenderer("By {AccountName}.", "A title")(hostile)).toBe("By [{IPAddress}].");
  });

  it("selects the entries of a list by a field of theirs", () => {
    const parameters = [
      { Name: "MoveToFolder", Value: "Archive" },
      { Name: "Name", Value: ".." },
    ];
    const targets = [
      { type: "User", userPrincipalName: "lee@ours.test" },
      { type: "Role", displayName: "Reader", modifiedProperties: [{ displayName: "X.Y", newValue: '"z"' }] },
    ];
    const render = (table: "OfficeActivity" | "AuditLogs", fields: object, template: string) =>
      summaryRenderer(template, "A title")(exampleRow(table, { ...fields }, "1"));
    const rule = "Rule {Parameters[Name=Name].Value}.";
    expect(render("OfficeActivity", { Parameters: parameters }, rule)).toBe("Rule ...");
    expect(render("OfficeActivity", { Parameters: JSON.stringify(parameters) }, rule)).toBe("Rule ...");
    expect(render("OfficeActivity", {}, rule)).toBe("Rule unknown.");
    expect(
      render(
        "AuditLogs",
        { TargetResources: targets },
        "{TargetResources[type=role].displayName} {TargetResources.modifiedProperties[displayName=X.Y].newValue}[ to {TargetResources[type=Group].displayName}]",
      ),
    ).toBe("Reader z");
  });

  it("lists a value once, without case", () => {
    const fields = { ResourceId: "/r/Shop", _ResourceId: "/r/shop" };
    expect(summaryRenderer("{ResourceId}", "A title")(exampleRow("AzureActivity", fields, "1"))).toMatch(
      /^\/r\/shop$/i,
    );
  });

  it("is the title with actor, address and time where a rule has no template", () => {
    const fields = {
      UserPrincipalName: "maya@ours.test",
      IPAddress: "203.0.113.9",
      TimeGenerated: "2026-03-10T09:14:05Z",
    };
    const signIn = exampleRow("SigninLogs", fields, "1");
    expect(summaryRenderer("", "A title")(signIn)).toBe(
      "A title: maya@ours.test from 203.0.113.9 (SigninLogs, 2026-03-10 09:14 UTC).",
    );
    expect(summaryRenderer("", "A title")(exampleRow("SigninLogs", {}, "1"))).toBe(
      "A title (SigninLogs, 1970-01-01 00:00 UTC).",
    );
  });
});
