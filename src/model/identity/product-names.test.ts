import { expect, test } from "vitest";
import { productName } from "./product-names.ts";

test("the spellings of a product have one name, and other names are unchanged", () => {
  expect(["MicrosoftTeams", "Microsoft Teams", "Teams"].map(productName)).toEqual(Array(3).fill("Microsoft Teams"));
  expect(["Exchange", "Office 365 Exchange Online"].map(productName)).toEqual(Array(2).fill("Exchange Online"));
  expect(productName("Ledgerline")).toBe("Ledgerline");
  expect(productName("constructor")).toBe("constructor");
});
