import {
  type ReplacedInstallationSecret,
  type ReplacedSecret,
  replaceSecret,
} from "../../../actions/replace-secret.ts";
import { Failure } from "../../../model/failure.ts";
import { toAmount } from "../../../model/text/amount.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { currentOperator } from "../../../runtime/operator.ts";
import { readOrMakeSecret, secretPath } from "../../../runtime/secret-file.ts";
import { compareSecret } from "../../../store/installation/secret-fingerprint.ts";
import { NEW_CODES } from "../../admin/print-invitation.ts";
import type { Command, Invocation, Terminal } from "../../command.ts";
import { confirmByTyping } from "../../confirm.ts";
import { findUsableSecret } from "../../open-secret.ts";
import { withUnservedDatabase } from "../../with-database.ts";

export const command: Command = {
  flags: { yes: "do not ask" },
  examples: ["parapet secret replace", "PARAPET_SECRET=… parapet secret replace --yes"],
  notes: `For a secret that was lost or exposed. The new one is PARAPET_SECRET or the file 'secret' of the data folder, which is
created if it is missing. Every API key of every domain is revoked, and the secrets of connectors have to be entered again with
parapet connector add. Accounts keep their passwords; their sessions end, and authenticator apps, recovery codes and open
invitations are removed. Stop the servers before, and start them with the new secret: while a server has the embedded database,
the command refuses, and one on PostgreSQL that still runs ends within seconds, with exit code 78. Nothing can be issued
under the earlier secret once the replacement has begun. If the command is interrupted, no server starts until it was run again.`,
  run: (invocation) => {
    const { config, terminal, json } = invocation;
    return withUnservedDatabase(invocation, STOP_FIRST, async (database) => {
      const known = await findUsableSecret(invocation);
      if (known !== undefined && (await compareSecret(database, known)) === "same") {
        throw new Failure("invalid_request", `the database uses this secret already; ${howToGiveAnother(config)}`);
      }
      await confirmByTyping(invocation, "replace", EFFECT);
      const secret = known ?? (await readOrMakeSecret(config.dataDir, (message) => terminal.note(message)));
      const replaced = await replaceSecret({ database, clock: systemClock, actor: currentOperator() }, secret);
      if (json) terminal.data(JSON.stringify(describeReplaced(replaced)));
      noteReplaced(terminal, replaced);
      terminal.note(
        "The secret is replaced. Start the servers with the new one, and issue new keys with: parapet key create --domain NAME",
      );
      return 0;
    });
  },
};

const EFFECT =
  "This revokes every API key of every domain, ends all sessions, and removes authenticator apps, recovery codes, open invitations and the secrets of connectors.";

const STOP_FIRST = "stop it first, because it would go on under the earlier secret";

const howToGiveAnother = ({ secret, dataDir }: Invocation["config"]): string =>
  secret === undefined
    ? `set PARAPET_SECRET to the new one, or remove '${secretPath(dataDir)}' to have one created, and run this again`
    : "set PARAPET_SECRET to the new one, or unset it to use that of the data folder, and run this again";

const describeReplaced = ({ domains, ...ended }: ReplacedInstallationSecret) => ({
  domains: domains.map(describeDomain),
  sessions_ended: ended.sessions,
  authenticator_apps_removed: ended.secondFactors,
  recovery_codes_removed: ended.recoveryCodes,
  invitations_removed: ended.invitations,
});

const describeDomain = ({ domain, revokedKeys, connectors }: ReplacedSecret) => ({
  domain,
  revoked_keys: revokedKeys,
  connectors,
});

/** Names everything that ended, without what there was none of. */
function noteReplaced(terminal: Terminal, replaced: ReplacedInstallationSecret): void {
  for (const { domain, revokedKeys, connectors } of replaced.domains) {
    const lines = [
      revokedKeys > 0 && `${toAmount(revokedKeys, "API key")} revoked`,
      connectors.length > 0 && `enter the secrets again of ${connectors.join(", ")}`,
    ].filter((line) => line !== false);
    if (lines.length > 0) terminal.note(`${domain}: ${lines.join("; ")}`);
  }
  const { sessions, secondFactors, recoveryCodes, invitations } = replaced;
  const ended = (
    [
      [sessions, "session", "ended"],
      [secondFactors, "authenticator app", "removed"],
      [recoveryCodes, "recovery code", "removed"],
      [invitations, "open invitation", "removed"],
    ] as const
  ).filter(([count]) => count > 0);
  if (ended.length > 0) {
    terminal.note(`accounts: ${ended.map(([count, noun, what]) => `${toAmount(count, noun)} ${what}`).join(", ")}`);
  }
  if (secondFactors > 0) terminal.note("People enroll their authenticator apps again in Settings, Your account.");
  if (invitations > 0) terminal.note(NEW_CODES);
}
