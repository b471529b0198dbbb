import type { DirectoryUser } from "../../model/identity/directory.ts";
import type { Rhythm } from "./rhythm.ts";
import type { Uses } from "./uses.ts";

/** Evidence that a user object is the account of a service rather than of a person. */
export interface AccountEvidence {
  readonly points: number;
  readonly reason: string;
}

const PREFIX = /^(svc|sa|srv|app|bot|api|job|task|batch|sync|noreply|no-reply|scanner|room)[-._]/;
const SUFFIX = /[-._](svc|bot|api)$/;

/** Returns whether an account name, in lower case, is one that administrators give to services. */
export const isNamedLikeService = (name: string): boolean => PREFIX.test(name) || SUFFIX.test(name);

const MACHINE_RHYTHMS: ReadonlySet<string> = new Set([
  "fixed_interval",
  "scheduled_daily",
  "scheduled_weekly",
  "continuous",
]);
const MIN_POINTS = 4;
const MAX_NAME = 128;

/** Returns the points for and against a service account; 4 or more make it one. */
export function accountEvidence(user: DirectoryUser, uses: Uses, rhythm: Rhythm | null): readonly AccountEvidence[] {
  return [...directoryEvidence(user), ...activityEvidence(uses, rhythm)];
}

export const isServiceAccount = (evidence: readonly AccountEvidence[]): boolean =>
  evidence.reduce((sum, { points }) => sum + points, 0) >= MIN_POINTS;

/** The points of the directory alone. */
export const directoryPoints = (user: DirectoryUser): number =>
  directoryEvidence(user).reduce((sum, { points }) => sum + points, 0);

function directoryEvidence(user: DirectoryUser): readonly AccountEvidence[] {
  const found: AccountEvidence[] = [];
  const add = (holds: boolean, points: number, reason: string): void => {
    if (holds) found.push({ points, reason });
  };
  add(user.objectClass !== "user", 10, "its object is a managed service account");
  const local = (user.userPrincipalName ?? "").slice(0, MAX_NAME).toLowerCase().split("@")[0] ?? "";
  const name = (user.displayName ?? "").slice(0, MAX_NAME).toLowerCase();
  add([local, name].some(isNamedLikeService), 2, "its name is that of a service");
  add(isWithoutPerson(user), 1, "it has no manager, department or title");
  add(user.passwordNeverExpires === true, 1, "its password never expires");
  add(user.servicePrincipalNames.length > 0, 2, "it has service principal names");
  add(user.hasLicense === false, 1, "it has no license");
  return found;
}

const isWithoutPerson = (user: DirectoryUser): boolean =>
  user.managerId === null && user.managerName === null && user.department === null && user.jobTitle === null;

const BROWSER = /(chrome|edge|firefox|safari)/;
const MAIL = /^(read|write):(mailitemsaccessed|send|create|softdelete|messagebind)|calendar/;

function activityEvidence(uses: Uses, rhythm: Rhythm | null): readonly AccountEvidence[] {
  if (uses.calls === 0) return [];
  const found: AccountEvidence[] = [];
  const add = (holds: boolean, points: number, reason: string): void => {
    if (holds) found.push({ points, reason });
  };
  const shareOf = (dimension: "operation" | "device" | "authentication", holds: (key: string) => boolean): number => {
    const all = uses.of(dimension);
    const total = all.reduce((sum, { count }) => sum + count, 0);
    const matching = all.filter(({ key }) => holds(key)).reduce((sum, { count }) => sum + count, 0);
    return total === 0 ? 0 : matching / total;
  };
  const interactive = uses.window.reduce((sum, { signIns }) => sum + signIns, 0);
  add(
    shareOf("operation", (key) => /batch logon|service logon|:(batch|service)$/.test(key)) >= 0.8,
    2,
    "it logs on as a service or batch job",
  );
  add(rhythm !== null && MACHINE_RHYTHMS.has(rhythm.class), 2, "it is active in the rhythm of a machine");
  add(interactive === 0 && uses.calls >= 20, 1, "it has no interactive sign-in although it is active");
  add(shareOf("device", (key) => BROWSER.test(key.toLowerCase())) >= 0.3, -3, "a browser is used with it");
  add(shareOf("operation", (key) => MAIL.test(key)) > 0.05, -3, "its mailbox or calendar is used");
  return found;
}
