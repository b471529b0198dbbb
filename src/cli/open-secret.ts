import { type Config, ConfigError } from "../config.ts";
import { systemClock } from "../runtime/clock.ts";
import { ensurePrivateFolder } from "../runtime/private-folder.ts";
import { readOrMakeSecret, readSecretFile, secretPath } from "../runtime/secret-file.ts";
import type { Database } from "../store/database/database.ts";
import { adoptSecret, hasFingerprint, type SecretMatch } from "../store/installation/secret-fingerprint.ts";
import type { Invocation } from "./command.ts";

/**
 * Returns the secret that key digests are made under. The first use of a database creates one in the data folder, unless
 * PARAPET_SECRET is set, and records its fingerprint; later a process with another secret is refused.
 */
export async function openSecret(invocation: Invocation, database: Database): Promise<string> {
  const { config, terminal } = invocation;
  const known = await findUsableSecret(invocation);
  if (known === undefined && (await hasFingerprint(database.system))) throw missingSecret(config);
  const secret = known ?? (await readOrMakeSecret(config.dataDir, (message) => terminal.note(message)));
  refuseOtherSecret(await adoptSecret(database, secret, systemClock()), config);
  return secret;
}

/** Returns the secret of this process, without creating one. Its folder is checked first and made private. */
export async function findUsableSecret({ config, terminal }: Invocation): Promise<string | undefined> {
  if (config.secret === undefined) await ensurePrivateFolder(config.dataDir, (message) => terminal.note(message));
  return findSecret(config);
}

/** Returns the secret of this process, without creating one or changing its folder. */
export async function findSecret({ secret, dataDir }: Config): Promise<string | undefined> {
  return secret ?? (await readSecretFile(secretPath(dataDir)));
}

/** Returns the error for a process without a secret whose database was set up with one. */
export const missingSecret = ({ dataDir }: Config): ConfigError =>
  new ConfigError(`there is no secret in '${dataDir}', but the database was set up with one; ${remedyFor(dataDir)}`);

/** Fails for a secret that is not the one of the database. */
export function refuseOtherSecret(match: SecretMatch, config: Config): void {
  if (match === "replacing") throw unfinishedReplacement();
  if (match === "other") throw otherSecret(config);
}

const unfinishedReplacement = (): ConfigError =>
  new ConfigError(
    "the secret of this installation is being replaced; if the command that does it was interrupted, run it again: " +
      "parapet secret replace",
  );

/** Returns the error with which a server ends when the secret of its database was replaced while it ran. */
export const replacedSecret = ({ dataDir }: Config): ConfigError =>
  new ConfigError(
    "the secret of this installation was replaced while this server ran, which ends now so that it issues nothing under the " +
      `earlier one; set PARAPET_SECRET to the new secret, or copy the file that has it to '${secretPath(dataDir)}', and start ` +
      "the server again",
  );

function otherSecret({ secret, dataDir }: Config): ConfigError {
  const own = secret === undefined ? `the secret file '${secretPath(dataDir)}'` : "PARAPET_SECRET";
  return new ConfigError(
    `the database was set up with a different secret from the one in ${own}; ${remedyFor(dataDir)}`,
  );
}

const remedyFor = (dataDir: string): string =>
  "set PARAPET_SECRET to the secret it was set up with, or copy the file 'secret' of that installation's data folder to " +
  `'${secretPath(dataDir)}'. If that secret is lost: parapet secret replace`;
