import { NhiDetail } from "../../contract/nhi.ts";
import { renderDocument } from "../../contract/openapi/render-document.ts";
import { PersonaDetail } from "../../contract/personas.ts";
import { highestSeverity, renderCase, renderVerdict } from "../../model/case.ts";
import { renderDrift } from "../../model/drift.ts";
import { renderNhi } from "../../model/nhi.ts";
import { renderPersonaOverview } from "../../model/persona.ts";
import { renderThreat } from "../../model/threat-event.ts";
import { renderUser } from "../../model/user.ts";
import { findCaseEvents } from "../../store/cases/case-events.ts";
import { caseEtag, readCases } from "../../store/cases/cases.ts";
import { findVerdictsInForce } from "../../store/cases/verdicts.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { RenderedTable, TextChange } from "../../store/items/texts.ts";
import { readDrift } from "../../store/people/drift.ts";
import { readNhi, readNhiDetails } from "../../store/people/nhi.ts";
import { readPersonaDetails, readPersonas } from "../../store/people/personas.ts";
import { readUsers } from "../../store/people/users.ts";
import { readThreats } from "../../store/threats/threats.ts";

/** A table that stores rendered text, with a way to compare that text with a fresh rendering. */
export interface RenderedKind {
  readonly table: RenderedTable;
  /** Returns items in id order with the stored and the fresh text, equal or not; empty at the end. */
  readonly readPage: (db: DomainDb, after: string | undefined) => Promise<readonly TextChange[]>;
}

const PAGE = 1_000;
const CASE_PAGE = 100;
/** Smaller because a document or delta can be as long as a line, and its rendered text is read with it. */
const DOCUMENT_PAGE = 25;

const textChange = (id: string, before: string, after: string): TextChange => ({
  id,
  before: { wire: before },
  after: { wire: after },
});

export const RENDERED_KINDS: readonly RenderedKind[] = [
  {
    table: "users",
    readPage: async (db, after) =>
      (await readUsers(db, after, PAGE)).map(({ item, wire }) =>
        textChange(item.tuid, wire, renderUser(db.domainId, item)),
      ),
  },
  {
    table: "threats",
    readPage: async (db, after) =>
      (await readThreats(db, after, PAGE)).map(({ item, wire }) => textChange(item.eventId, wire, renderThreat(item))),
  },
  { table: "cases", readPage: readCasePage },
  {
    table: "personas",
    readPage: async (db, after) =>
      (await readPersonas(db, after, PAGE)).map(({ item, wire }) =>
        textChange(item.tuid, wire, renderPersonaOverview(item)),
      ),
  },
  {
    table: "persona_details",
    readPage: async (db, after) =>
      (await readPersonaDetails(db, after, DOCUMENT_PAGE)).map(({ tuid, document, wire }) =>
        textChange(tuid, wire, renderDocument(PersonaDetail, JSON.parse(document))),
      ),
  },
  {
    table: "nhi",
    readPage: async (db, after) =>
      (await readNhi(db, after, PAGE)).map(({ item, wire }) => textChange(item.nuid, wire, renderNhi(item))),
  },
  {
    table: "nhi_details",
    readPage: async (db, after) =>
      (await readNhiDetails(db, after, DOCUMENT_PAGE)).map(({ nuid, document, wire }) =>
        textChange(nuid, wire, renderDocument(NhiDetail, JSON.parse(document))),
      ),
  },
  {
    table: "drift",
    readPage: async (db, after) =>
      (await readDrift(db, after, DOCUMENT_PAGE)).map(({ item, wire }) =>
        textChange(item.driftId, wire, renderDrift(item)),
      ),
  },
];

async function readCasePage(db: DomainDb, after: string | undefined): Promise<readonly TextChange[]> {
  const cases = await readCases(db, after, CASE_PAGE);
  const caseIds = cases.map(({ item }) => item.caseId);
  const events = await findCaseEvents(db, caseIds);
  const inForce = await findVerdictsInForce(db, caseIds);
  return cases.map(({ item, wire, verdict, severity, etag }) => {
    const own = events.get(item.caseId) ?? [];
    const fresh = renderCase(item, own);
    const latest = inForce.get(item.caseId);
    const freshVerdict = latest ? renderVerdict(latest) : null;
    return {
      id: item.caseId,
      before: { wire, verdict, severity, etag },
      after: {
        wire: fresh,
        verdict: freshVerdict,
        severity: highestSeverity(own),
        etag: caseEtag(fresh, item.state, freshVerdict),
      },
    };
  });
}
