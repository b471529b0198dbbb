import { randomBytes, randomInt } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAnswered, isUnsupported } from "./probe-socket.ts";

/** The file system does not support sockets. */
export class SocketsUnsupported extends Error {}

/** The limit of Linux; a longer path is opened through the descriptor of its folder. */
const MAX_PATH_BYTES = 107;
const CLAIM = /^parapet\.claim\.[0-9a-f]{12}$/;
const WON = ".won";
const MAX_TRIES = 200;
const MAX_WAIT_MS = 25;

/**
 * Locks a folder by a socket in it that this process listens on; the kernel closes it when the process ends.
 *
 * Each process first publishes a claim of its own and then checks for others: of two concurrent claims, the later one
 * sees the earlier one, so that no two processes can both find themselves alone. Every claim has a unique name, so a
 * dead one never becomes live again and any process may remove it.
 */
export async function lockBySocket(dataDir: string): Promise<{ release(): Promise<void> } | undefined> {
  const folder = openFolder(dataDir);
  const lock = await acquire(folder).catch((error: unknown) => {
    folder.close();
    throw error;
  });
  if (!lock) folder.close();
  return lock && { release: () => lock.withdraw().finally(folder.close) };
}

interface Folder {
  /** A path of the folder that is short enough for a socket. */
  readonly path: string;
  readonly close: () => void;
}

interface Claim {
  readonly name: string;
  withdraw(): Promise<void>;
}

type Others = "none" | "holder" | "earlier claim" | "later claim";

function openFolder(dataDir: string): Folder {
  if (Buffer.byteLength(join(dataDir, newName())) <= MAX_PATH_BYTES) return { path: dataDir, close: () => undefined };
  const descriptor = openSync(dataDir, "r");
  return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

async function acquire(folder: Folder): Promise<Claim | undefined> {
  let claim: Claim | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const others = await findOthers(folder, claim?.name);
    if (others === "none" && claim) {
      // Lets others fail at once instead of waiting for a claim that may be withdrawn.
      writeFileSync(join(folder.path, claim.name + WON), "", { mode: 0o600 });
      return claim;
    }
    if (others === "none") {
      claim = await publish(folder);
      continue;
    }
    // Of several concurrent claims the one that sorts first stays, so that not all of them are withdrawn.
    if (others !== "later claim") {
      await claim?.withdraw();
      claim = undefined;
    }
    if (others === "holder") return undefined;
    await sleep(randomInt(MAX_WAIT_MS));
  }
  await claim?.withdraw();
  return undefined;
}

/** Returns which other live claims there are, and removes dead ones. */
async function findOthers({ path }: Folder, own: string | undefined): Promise<Others> {
  const names = readdirSync(path).filter((name) => CLAIM.test(name) && name !== own);
  let found: Others = "none";
  for (const name of names) {
    const claim = join(path, name);
    if (!(await isAnswered(claim))) remove(claim);
    else if (existsSync(claim + WON)) return "holder";
    else if (found !== "earlier claim") found = own === undefined || name < own ? "earlier claim" : "later claim";
  }
  return found;
}

async function publish({ path }: Folder): Promise<Claim> {
  const name = newName();
  const server = createServer((socket) => socket.destroy());
  const hidden = join(path, name.replace("claim", "new"));
  await listen(server, hidden);
  // It becomes visible only after it accepts connections; otherwise others would consider it dead.
  renameSync(hidden, join(path, name));
  const withdraw = async (): Promise<void> => {
    remove(join(path, name));
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { name, withdraw };
}

function remove(claim: string): void {
  rmSync(claim + WON, { force: true });
  rmSync(claim, { force: true });
}

async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = `the data folder cannot be locked: ${error.code ?? error.message}`;
      reject(isUnsupported(error) ? new SocketsUnsupported(message) : new Error(message));
    });
    server.listen({ path, exclusive: true }, resolve);
  });
  server.unref();
}

const newName = (): string => `parapet.claim.${randomBytes(6).toString("hex")}`;
