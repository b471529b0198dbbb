import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestDomain } from "../support/service.ts";
import type { Browser } from "../support/signed-in.ts";
import { cancelDialog, click, enter, press } from "./support/act.ts";
import { button, dialog, field, isDialogOpen, link, shows } from "./support/find.ts";
import { CASES, givenEvents, THREATS } from "./support/northwind.ts";
import { eventually, type OpenedPage } from "./support/opened-page.ts";
import { signInAs } from "./support/people.ts";
import { serveConsole } from "./support/served-console.ts";

const served = serveConsole();
let domain: TestDomain;
let browser: Browser;
beforeAll(async () => {
  browser = await signInAs(served.service, "otto.operator", undefined, { isOperator: true });
});
beforeEach(async () => {
  domain = await served.service.givenDomain();
  await givenEvents(domain);
});

const openQueue = (query = ""): Promise<OpenedPage> => served.open(browser, `/d/${domain.name}/cases${query}`);
const openCase = (id: string): Promise<OpenedPage> => served.open(browser, `/d/${domain.name}/cases/${id}`);
const listed = (): readonly string[] =>
  [...document.querySelectorAll(".case-row")].map(({ id }) => id.replace("case-", ""));
const selected = (): string | undefined =>
  document.querySelector(".case-row[aria-current=true]")?.id.replace("case-", "");
const verdicts = ({ sent }: OpenedPage) => sent.filter(({ path }) => path.endsWith("/verdict"));
const until = (text: string | RegExp): Promise<void> => eventually(() => shows(text));
const gone = (text: string): Promise<void> => eventually(() => expect(document.body.textContent).not.toContain(text));
const closed = (): Promise<void> => eventually(() => expect(isDialogOpen()).toBe(false));
const boxOf = (name: string): Element => field(`Choose the case of ${name}`);

async function caseNow(id: string): Promise<Readonly<Record<string, unknown>>> {
  return (await domain.ask(`/cases/${id}?include=state,verdict`)).body;
}

describe("in the queue", () => {
  it("j, k and the arrows move the selection, and never beyond the ends of the list", async () => {
    await openQueue();
    expect(listed()).toEqual([CASES.robot, CASES.jon, CASES.maya]);
    const moves = [
      ["j", CASES.jon],
      ["ArrowDown", CASES.maya],
      ["j", CASES.maya],
      ["k", CASES.jon],
      ["ArrowUp", CASES.robot],
      ["k", CASES.robot],
    ] as const;
    for (const [key, id] of moves) {
      press(key);
      await eventually(() => expect([key, selected()]).toEqual([key, id]));
      expect(document.activeElement?.id).toBe(`case-${id}`);
      expect(location.search).toBe(`?case=${id}`);
    }
  });

  it.each(["o", "Enter"])("%s opens the selected case", async (key) => {
    const page = await openQueue(`?case=${CASES.jon}`);
    press(key);
    await page.settled();
    expect(location.pathname).toBe(`/d/${domain.name}/cases/${CASES.jon}`);
  });

  it("a click selects a case where there is a preview, and the preview is of that case", async () => {
    await openQueue();
    const row = document.getElementById(`case-${CASES.maya}`) as HTMLElement;
    click(row);
    await eventually(() =>
      expect(document.querySelector(".case-preview")?.getAttribute("aria-label")).toBe(
        "Preview of the case of Maya Ito",
      ),
    );
    expect(selected()).toBe(CASES.maya);
  });

  it("i has the selected case investigated, and goes on to the next one", async () => {
    const page = await openQueue(`?case=${CASES.jon}`);
    press("i");
    await until("Jon Abara: investigating");
    await page.settled();
    expect(listed()).toEqual([CASES.robot, CASES.maya]);
    expect(selected()).toBe(CASES.maya);
    expect(await caseNow(CASES.jon)).toMatchObject({ state: "investigating" });
  });

  it("i does nothing to a case that is decided", async () => {
    const page = await openQueue("?state=closed");
    press("i");
    await page.settled();
    expect(page.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it.each([
    ["1", "True positive", "TRUE_POSITIVE", "enforced"],
    ["2", "False positive", "FALSE_POSITIVE", "closed"],
    ["3", "Safe", "SAFE", "closed"],
    ["4", "Duplicate", "DUPLICATE", "closed"],
    ["5", "Escalated", "ESCALATED", "investigating"],
  ])("%s starts the verdict %s, which is recorded once it is confirmed", async (key, word, outcome, state) => {
    const page = await openQueue(`?case=${CASES.jon}`);
    press(key);
    const asked = await eventually(() => dialog("Verdict on Jon Abara"));
    expect(asked.textContent).toContain("Optional. Applies to all events of the case.");
    const chosen = [...asked.querySelectorAll<HTMLInputElement>("input[type=radio]")].map(({ checked }) => checked);
    expect(chosen.indexOf(true)).toBe(Number(key) - 1);
    enter(field("Comment"), " seen before ");
    click(button(word, asked));
    await until(`Jon Abara: ${word}`);
    await closed();
    await page.settled();
    expect(verdicts(page).map(({ body }) => body)).toEqual([{ outcome, comment: "seen before" }]);
    expect(await caseNow(CASES.jon)).toMatchObject({ state, verdict: { outcome } });
    expect(listed()).not.toContain(CASES.jon);
    expect(selected()).toBe(CASES.maya);
    expect(document.body.textContent?.includes("Undo u")).toBe(outcome !== "ESCALATED");
  });

  it("a verdict on the last case goes back to the one before", async () => {
    const page = await openQueue(`?case=${CASES.maya}`);
    press("3");
    await eventually(() => dialog("Verdict on Maya Ito"));
    press("Enter");
    await closed();
    await page.settled();
    expect(selected()).toBe(CASES.jon);
  });

  it("a verdict without a comment sends none, and u takes it back", async () => {
    const page = await openQueue(`?case=${CASES.jon}`);
    press("2");
    click(button("False positive", await eventually(() => dialog(/Verdict/))));
    await until("Jon Abara: False positive");
    expect(verdicts(page)[0]?.body).toEqual({ outcome: "FALSE_POSITIVE" });
    await closed();
    press("u");
    await until("Jon Abara: reopened, now under Investigating");
    expect(await caseNow(CASES.jon)).toMatchObject({ state: "investigating" });
  });

  it("the verdict can still be changed in its dialog, and Cancel or Escape give none", async () => {
    const page = await openQueue();
    press("1");
    const asked = await eventually(() => dialog("Verdict on invoice-mailer"));
    const [, , , duplicate] = asked.querySelectorAll<HTMLInputElement>("input[type=radio]");
    click(duplicate as Element);
    await eventually(() => button("Duplicate", asked));
    click(button("Cancel"));
    await closed();
    press("1");
    await eventually(() => dialog(/Verdict/));
    cancelDialog();
    await closed();
    expect(verdicts(page)).toEqual([]);
  });

  it("a verdict that is refused is explained, and its dialog stays", async () => {
    const page = await openQueue();
    page.answer(({ path }) =>
      path.endsWith("/verdict")
        ? { status: 409, body: { error: "conflict", message: "it was changed", request_id: "r-1" } }
        : undefined,
    );
    press("3");
    click(button("Safe", await eventually(() => dialog(/Verdict/))));
    await until("The verdict was not recorded. It was changed. Request r-1.");
    await page.settled();
    expect(isDialogOpen()).toBe(true);
    expect(selected()).toBe(CASES.robot);
  });

  it("with fast triage a key decides at once, but several cases are confirmed nevertheless", async () => {
    const page = await openQueue(`?case=${CASES.jon}`);
    press("2");
    await eventually(() => dialog(/Verdict/));
    click(field("Fast triage: verdict keys decide without this dialog"));
    cancelDialog();
    await closed();
    press("3");
    await until("Jon Abara: Safe");
    await page.settled();
    for (const name of ["invoice-mailer", "Maya Ito"]) click(boxOf(name));
    await until("2 cases chosen");
    press("2");
    await eventually(() => dialog("Verdict on 2 cases"));
    expect(localStorage.getItem("parapet.fast-triage")).toBe("on");
  });
});

describe("several cases", () => {
  it("are chosen by key up to another, get one verdict each, and it is taken back for all of them", async () => {
    const page = await openQueue();
    press("x");
    await until("1 case chosen");
    for (const id of [CASES.jon, CASES.maya]) {
      press("j");
      await eventually(() => expect(selected()).toBe(id));
    }
    press("X");
    await until("3 cases chosen");
    press("2");
    const asked = await eventually(() => dialog("Verdict on 3 cases"));
    expect(asked.textContent).toContain("Applies to all events of each case.");
    enter(field("Comment"), "one campaign");
    click(button("False positive", asked));
    await until("3 cases: False positive");
    await closed();
    await page.settled();
    expect(
      verdicts(page)
        .map(({ path }) => path.split("/").at(-2))
        .sort(),
    ).toEqual([...[CASES.maya, CASES.jon, CASES.robot]].sort());
    for (const { body } of verdicts(page)) expect(body).toEqual({ outcome: "FALSE_POSITIVE", comment: "one campaign" });
    expect(listed()).toEqual([]);
    press("u");
    await until("3 cases reopened");
    for (const id of [CASES.maya, CASES.jon, CASES.robot]) {
      expect(await caseNow(id)).toMatchObject({ state: "investigating" });
    }
  });

  it("of which some are refused: these are named with the reason and stay chosen", async () => {
    const page = await openQueue();
    page.answer(({ path }) =>
      path.endsWith(`${CASES.jon}/verdict`)
        ? { status: 409, body: { error: "conflict", message: "the case was changed" } }
        : undefined,
    );
    click(boxOf("invoice-mailer"));
    await until("1 case chosen");
    click(boxOf("Maya Ito"), { shift: true });
    await until("3 cases chosen");
    click(button("Safe", document.querySelector(".chosen-cases") as Element));
    click(button("Safe", await eventually(() => dialog("Verdict on 3 cases"))));
    const refused = await eventually(() => dialog("1 verdict was not recorded"));
    expect(refused.textContent).toContain("2 other verdicts were recorded. These cases are still chosen.");
    expect(refused.textContent).toContain("Jon AbaraThe case was changed.");
    shows("2 cases: Safe");
    click(button("Close", refused));
    await closed();
    await page.settled();
    shows("1 case chosen");
    expect(listed()).toEqual([CASES.jon]);
    press("Escape");
    await gone("1 case chosen");
  });

  it("of which all are refused: nothing is reported as recorded", async () => {
    const page = await openQueue();
    page.answer(({ path }) => (path.endsWith("/verdict") ? { status: 0 } : undefined));
    for (const name of ["Jon Abara", "Maya Ito"]) click(boxOf(name));
    await until("2 cases chosen");
    press("1");
    click(button("True positive", await eventually(() => dialog("Verdict on 2 cases"))));
    const refused = await eventually(() => dialog("2 verdicts were not recorded"));
    expect(refused.textContent).toContain("0 other verdicts were recorded.");
    expect(refused.textContent).toContain("The server could not be reached.");
    expect(document.querySelector(".toast")).toBeNull();
  });

  it("that cannot all be reopened are counted", async () => {
    const page = await openQueue();
    for (const name of ["Jon Abara", "Maya Ito"]) click(boxOf(name));
    await until("2 cases chosen");
    press("3");
    click(button("Safe", await eventually(() => dialog("Verdict on 2 cases"))));
    await until("2 cases: Safe");
    await closed();
    page.answer(({ path }) => (path.includes(`${CASES.jon}/reopen`) ? { status: 0 } : undefined));
    click(button("Undo", document.querySelector(".toasts") as Element));
    await until("1 case reopened");
    await until("1 case was not reopened");
  });

  it("are no longer chosen after Clear or another click on their boxes", async () => {
    await openQueue();
    for (const name of ["Jon Abara", "Maya Ito"]) click(boxOf(name));
    await until("2 cases chosen");
    click(boxOf("Jon Abara"));
    await until("1 case chosen");
    click(button("Clear"));
    await gone("chosen");
  });
});

describe("on the page of a case", () => {
  it("a verdict is limited to the events that are chosen by key", async () => {
    const page = await openCase(CASES.maya);
    press("j", "j", "x");
    await until("A verdict applies to 1 of 3 events and moves the whole case.");
    expect(document.activeElement?.id).toBe(`event-${THREATS.forward}`);
    press("2");
    const asked = await eventually(() => dialog("Verdict on Maya Ito"));
    expect(asked.textContent).toContain("Applies to 1 chosen event of the case, which moves as a whole.");
    click(button("False positive", asked));
    await until("Maya Ito: False positive, for 1 event");
    await closed();
    await page.settled();
    expect(verdicts(page).map(({ body }) => body)).toEqual([
      { outcome: "FALSE_POSITIVE", event_ids: [THREATS.forward] },
    ]);
    expect(document.body.textContent).not.toContain("A verdict applies to");
    shows("False positive, for 1 event → Closed");
  });

  it("x without a focus goes to the first event, X chooses all up to one, and Escape none", async () => {
    await openCase(CASES.maya);
    press("x");
    expect(document.activeElement?.id).toBe(`event-${THREATS.travel}`);
    press("k", "x", "j", "j", "j", "X");
    await until("A verdict applies to 3 of 3 events");
    expect(document.activeElement?.id).toBe(`event-${THREATS.cleared}`);
    press("Escape");
    await gone("A verdict applies to");
  });

  it("a decided case is reopened", async () => {
    const page = await openCase(CASES.closed);
    click(button("Reopen"));
    await until("Maya Ito: reopened, now under Investigating");
    await page.settled();
    expect(() => button("Reopen")).toThrow();
  });

  it("a case for review is investigated by its button, once", async () => {
    const page = await openCase(CASES.waiting);
    click(button("Investigate"));
    await until("guest@elsewhere.example: investigating");
    await page.settled();
    expect(() => button("Investigate")).toThrow();
    press("i");
    await page.settled();
    expect(page.sent.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("a note is added, without blanks around it, and the field is empty again", async () => {
    const page = await openCase(CASES.jon);
    press("c");
    expect(document.activeElement?.id).toBe("note");
    expect(() => button("Add note")).toThrow();
    enter(field("Note"), "  asked the person ");
    click(await eventually(() => button("Add note")));
    await eventually(() => expect(field("Note").value).toBe(""));
    await page.settled();
    shows("asked the person");
    expect(page.sent.find(({ method }) => method === "POST")?.body).toEqual({ text: "asked the person" });
  });

  it("a note that is refused stays in the field", async () => {
    const page = await openCase(CASES.jon);
    page.answer(({ method }) => (method === "POST" ? { status: 0 } : undefined));
    enter(field("Note"), "asked");
    click(await eventually(() => button("Add note")));
    await until("The note was not added. The server could not be reached.");
    expect(field("Note").value).toBe("asked");
  });

  it("brackets and arrows lead to the neighbors in the queue that was open", async () => {
    const page = await openQueue();
    click(link("Open case"));
    await page.settled();
    expect(location.pathname).toContain(CASES.robot);
    expect(button("Previous case of the queue").disabled).toBe(true);
    press("]");
    await page.settled();
    expect(location.pathname).toContain(CASES.jon);
    click(button("Next case of the queue"));
    await page.settled();
    expect(location.pathname).toContain(CASES.maya);
    expect(button("Next case of the queue").disabled).toBe(true);
    press("[");
    await page.settled();
    expect(location.pathname).toContain(CASES.jon);
  });

  it("evidence shows the row of an event by columns, all columns, and as JSON", async () => {
    const page = await openCase(CASES.jon);
    const details = document.querySelector("article details") as HTMLDetailsElement;
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
    await eventually(() => expect(document.querySelector(".evidence-row")).not.toBeNull());
    await page.settled();
    shows("The event was imported, and its row was never delivered or has been deleted.");
    shows('OfficeActivity | where _ItemId == "row-of-34"');
  });
});
