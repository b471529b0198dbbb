import type { PipelineMetrics } from "../../runtime/metrics.ts";
import type { Database } from "../../store/database/database.ts";
import { listDomains } from "../../store/domains/domains.ts";
import type { WorkerParts } from "../schedule/worker-parts.ts";
import { createDetectorSource, type DetectorSource, type DetectorSourceParts } from "./detector-source.ts";
import { createRuleSettingsSource } from "./rule-settings-source.ts";

export interface InstalledDetectorParts {
  readonly database: Database;
  /** Rules of the installation and of its domains, in addition to the shipped rules. */
  readonly rulesFolder: string;
  readonly log: DetectorSourceParts["log"];
  readonly metrics?: Pick<PipelineMetrics, "countRefusedRules"> | undefined;
}

/** Creates the source of the detectors of every domain of an installation. */
export function createInstalledDetectors(parts: InstalledDetectorParts): DetectorSource {
  const { database, rulesFolder: folder, log, metrics } = parts;
  const domainNames = async () => (await listDomains(database.system)).map(({ name }) => name);
  return createDetectorSource({ folder, domainNames, log, onRefused: metrics?.countRefusedRules });
}

/** Returns a function that completes the detectors of a domain with what the domain has set. */
export function createDomainDetectors(
  database: Database,
  detectors: Pick<DetectorSource, "detectorsFor">,
): WorkerParts["detectorsFor"] {
  const settingsOf = createRuleSettingsSource(database);
  return async (domain) => ({
    ...(await detectors.detectorsFor(domain)),
    settings: await settingsOf(domain.domainId),
  });
}
