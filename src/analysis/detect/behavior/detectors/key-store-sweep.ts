import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  MINUTE_MS,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import { burstsOf } from "../patterns/burst.ts";
import { toKey } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { azureOperationOf } from "../signals/azure-operation.ts";
import { toFileName, toName } from "../wording.ts";

type Settings = BehaviorSettings["keyStoreSweep"];

const FOLD_MINUTES = 10;

/** Detects a caller that reads many different secrets, keys and credentials of cloud resources in a short time. */
export function keyStoreSweep(settings: Settings): StatefulDetector {
  const windowMs = settings.withinMinutes * MINUTE_MS;
  return defineBehavior({
    facts: {
      slug: "key_store_sweep",
      major: 1,
      title: "Many secrets, keys or credentials read",
      severity: "high",
      tactics: ["credential_access"],
      techniques: ["T1555.006", "T1552.001"],
      threatType: "account_compromise",
      signal: "cloud",
      supersedes: ["azure_key_vault_secret_read", "azure_key_vault_key_taken", "azure_key_vault_certificate_read"],
    },
    tables: ["AzureActivity"],
    spanMs: windowMs,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    minTriggers: settings.secrets,
    triggersDiffer: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings, windowMs),
  });
}

const READS =
  /^microsoft\.keyvault\/(vaults|managedhsms)\/(secrets|keys|certificates)\/(\w{1,40}\/)?(read|action|list|get)$|\/(listkeys|listsecrets|listcredentials?|listclusteradmincredential|listclusterusercredential|listconnectionstrings|listaccountsas|listservicesas|publishxml|config\/list|host\/listkeys)\/action$|^(secret|key|certificate)(get|list|backup)\w{0,20}$/;

function hitsOf(seen: SeenRow): readonly Hit[] {
  const operation = azureOperationOf(seen.row);
  if (operation === null || operation.resource === null || !operation.isDone || !READS.test(operation.action))
    return [];
  const data = { name: toName(toFileName(operation.resource)) };
  return hitOfActor(seen, toKey(operation.resource), data, ["user", "service"]);
}

/** Pipelines read their secrets at every deployment, so an application that does so is worth less than a person. */
const firingsOf = ({ hits }: Memory, settings: Settings, windowMs: number): readonly Firing[] =>
  burstsOf(hits, { windowMs, periodMs: DAY_MS, least: settings.secrets, count: "values" }).map(
    ({ trigger, hits: burst, peak }) => ({
      trigger,
      evidence: burst,
      count: peak,
      severity: trigger.actor?.kind === "service" ? "low" : "high",
      summary: () =>
        `Read ${toAmount(peak, "different secret")}, keys or credentials of cloud resources within ` +
        `${settings.withinMinutes} min, among them ` +
        `${[...new Set(burst.map((hit) => dataText(hit, "name")))].slice(0, 3).join(", ")}; ` +
        `${settings.secrets} or more is reported.`,
    }),
  );
