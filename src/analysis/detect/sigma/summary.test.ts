import { describe, expect, it } from "vitest";
import { exampleRow } from "./rule-examples.ts";
import { summaryRenderer } from "./summary.ts";

const row = exampleRow("IdentityLogonEvents", { AccountName: "maya", DeviceName: "a\u0000b\n{IPAddress}" }, "1");
const render = (template: string) => summaryRenderer(template, "A title")(row);

describe("a summary", () => {
  it("names the first of several fields that the row has", () => {
    expect(render("{AccountUpn|AccountName} signed in.")).toBe("maya signed in.");
  });

  it("says unknown where the row has none of them", () => {
    expect(render("{AccountUpn|IPAddress} signed in.")).toBe("unknown signed in.");
  });

  it("fills in no placeholder that a value brings along, and shows no control character", () => {
    expect(render("On {DeviceName}.")).not.toMatch(/unknown|\p{Cc}/u);
  });

  it("is the title where a rule has none", () => {
    expect(render("")).toBe("A title.");
  });
});
