import type { Attack } from "../attacks/attack.ts";
import { type PlantedAttack, plantAttacks } from "../attacks/plant-attacks.ts";
import type { Directory } from "../directory.ts";
import { renderDirectory } from "../plants/planted-directory.ts";
import type { SynthRow } from "../rows/row.ts";
import { extraUsers } from "../untidy/extra-accounts.ts";
import { generateUntidyRows } from "../untidy/generate-untidy-rows.ts";
import type { UntidyKind } from "../untidy/untidy-kind.ts";
import type { UntidyOrganization } from "../untidy/untidy-organization.ts";

/** An untidy organization with attacks among its rows. */
export interface AttackedOrganization {
  readonly organization: UntidyOrganization;
  readonly directory: Directory;
  /** In order of time. */
  readonly rows: readonly SynthRow[];
  /** The origin of each row that is not plain work, by its `_ItemId`: an untidy kind or the id of an attack. */
  readonly origins: ReadonlyMap<string, string>;
  readonly attacks: readonly PlantedAttack[];
}

export const itemIdOf = ({ fields }: SynthRow): string => String(fields["_ItemId"]);

/** Generates an untidy organization with attacks; both may be limited to some kinds. */
export function generateAttacked(
  organization: UntidyOrganization,
  kinds: readonly UntidyKind[],
  attacks: readonly Attack[],
): AttackedOrganization {
  const byId = new Map<string, SynthRow>();
  const origins = new Map<string, string>();
  const add = (row: SynthRow, origin: string | null): void => {
    const id = itemIdOf(row);
    byId.set(id, row);
    if (origin !== null) origins.set(id, origin);
  };
  for (const { row, kind } of generateUntidyRows(organization, kinds)) add(row, kind);
  const planted = plantAttacks(organization, attacks);
  for (const { id, rows, before = [] } of planted) {
    for (const row of before) add(row, null);
    for (const row of rows) add(row, id);
  }
  const directory = renderDirectory(organization);
  return {
    organization,
    directory: { ...directory, users: [...directory.users, ...extraUsers(organization)] },
    rows: [...byId.values()].sort((a, b) => a.at.getTime() - b.at.getTime()),
    origins,
    attacks: planted,
  };
}

/** Returns the same organization without the rows of attacks. */
export function withoutAttacks(attacked: AttackedOrganization): AttackedOrganization {
  const ids = new Set(attacked.attacks.map(({ id }) => id));
  const isPart = (row: SynthRow): boolean => ids.has(attacked.origins.get(itemIdOf(row)) ?? "");
  return { ...attacked, rows: attacked.rows.filter((row) => !isPart(row)), attacks: [] };
}

/** Returns what is true of the attacks; nothing of it is delivered. */
export const attackTruthOf = (attacks: readonly PlantedAttack[]) =>
  attacks.map(({ id, kind, isSlow, subjects, types, start, end, rows }) => ({
    id,
    kind,
    slow: isSlow,
    subjects,
    types,
    start: start.toISOString(),
    end: end.toISOString(),
    rows: rows.map(itemIdOf),
  }));
