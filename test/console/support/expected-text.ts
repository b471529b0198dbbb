import { expect } from "vitest";
import type { TestDomain } from "../../support/service.ts";
import type { OpenedPage } from "./opened-page.ts";

/** What differs from run to run: ids that the service makes up, and hashes of audit entries. */
const MADE_UP: readonly (readonly [found: RegExp, shown: string])[] = [
  [/\b(?!0{8}-)[0-9a-f]{8}-[0-9a-f]{4}-[1-9][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, "ID"],
  [/\(title: [0-9a-f]{64}\)/g, "(title: HASH)"],
  [/(?<=\| \d+)[0-9a-f]{8}(?= \(title: HASH)/g, " HASH"],
];

/** Expects the page to read as the file in `test/console/pages`; `npx vitest --project console-pages -u` writes it. */
export async function expectText(page: OpenedPage, name: string, domain: TestDomain): Promise<void> {
  const text = MADE_UP.reduce(
    (shown, [found, instead]) => shown.replaceAll(found, instead),
    page.outline().replaceAll(domain.name, "DOMAIN").replaceAll(domain.key.slice(4, 12), "KEY_ID"),
  );
  await expect(text).toMatchFileSnapshot(`./pages/${name}.txt`);
}
