import type { Case } from "../../src/model/case.ts";
import { givenAnalysis } from "./analyzed.ts";
import { givenDeliveries, givenMemories } from "./deliveries.ts";
import { givenDriftState } from "./drifted.ts";
import {
  aThreat,
  givenCase,
  givenConnector,
  givenDrift,
  givenNhi,
  givenNhiDetail,
  givenPersona,
  givenPersonaDetail,
  givenThreats,
  givenUser,
} from "./given.ts";
import { givenMemberRows } from "./given-account.ts";
import { aClusterMember, givenNhiCluster, givenNhiProfile } from "./given-clusters.ts";
import { givenRowRecords } from "./given-rows.ts";
import { givenRuleSettings } from "./given-rules.ts";
import { givenTraces } from "./judged.ts";
import { nhiDetailRecord, personaDetailRecord } from "./records.ts";
import type { TestDomain, TestService } from "./service.ts";

/** A domain with one item of everything and several threats, each text marked with the same word. */
export interface World extends TestDomain {
  readonly word: string;
  /** Values of path parameters, by name. */
  readonly ids: Readonly<Record<string, string>>;
  readonly threatIds: readonly string[];
  readonly found: Case & { readonly eventIds: readonly string[] };
}

const THREATS = 5;

export async function givenWorld(service: TestService, word: string): Promise<World> {
  const domain = await service.givenDomain();
  const { db } = domain;
  const email = `${word}@northwind.example`;
  const user = await givenUser(db, { name: word, userPrincipalName: email });
  const at = user.createdAt;
  const threats = Array.from({ length: THREATS }, () =>
    aThreat({ tuid: user.tuid, userName: word, userEmail: email, title: word, summary: word }),
  );
  await givenThreats(db, threats);
  const threatIds = threats.map(({ eventId }) => eventId);
  const found = await givenCase(db, { userName: word, userEmail: email, threatBrief: word, eventIds: threatIds });
  await givenTraces(db, { caseId: found.caseId, eventId: String(threatIds[0]), subject: user.tuid });
  await givenPersona(db, { tuid: user.tuid, personaOverview: word, createdAt: at, updatedAt: at });
  const overview = { summary: word, key_points: [word] };
  await givenPersonaDetail(db, user.tuid, personaDetailRecord(1, { tuid: user.tuid, overview }));
  const nhi = await givenNhi(db, { displayName: word, hasPersona: true, stewardUpn: email });
  await givenNhiDetail(db, nhi.nuid, nhiDetailRecord(1, { nuid: nhi.nuid, purpose: { word } }));
  const { clusterId } = await givenNhiCluster(db, { name: word, members: [aClusterMember(nhi.nuid, word)] });
  await givenNhiProfile(db, nhi.nuid, word);
  const { connectorType } = await givenConnector(db);
  await givenMemories(db, connectorType, word);
  await givenDeliveries(db, word);
  await givenRowRecords(db, word);
  await givenAnalysis(db, word);
  await givenDriftState(db, word);
  const exceptionId = await givenRuleSettings(db, word);
  const accountId = await givenMemberRows(service.database, db, word);
  const drift = await givenDrift(db, { computator: word, delta: { word }, user: { name: word, email } });
  return {
    ...domain,
    word,
    found,
    threatIds,
    ids: {
      domain_id: domain.domainId,
      case_id: found.caseId,
      tuid: user.tuid,
      nuid: nhi.nuid,
      connector_type: "okta",
      cluster_id: clusterId,
      drift_id: drift.driftId,
      event_id: String(threatIds[0]),
      table: "SigninLogs",
      kind: "groups",
      account_id: accountId,
      key_id: domain.key.slice(4, 12),
      resource: "personas",
      rule: word,
      exception_id: exceptionId,
    },
  };
}

/** A rule that every domain has, unlike the one in the ids of a world. */
export const SHIPPED_RULE = "impossible_travel";

/** Returns the path of a route with values for its parameters. */
export function fillPath(url: string, ids: Readonly<Record<string, string>>): string {
  return url.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`nothing is known to stand for ':${name}' in ${url}`);
    return id;
  });
}
