import { randomBytes, randomInt } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FolderLock } from "./folder-lock.ts";
import { isAnswered, isUnsupported } from "./probe-socket.ts";

/** The file system has no sockets. */
export class SocketsUnsupported extends Error {}

/** Linux allows 107 bytes; a longer path is reached through the descriptor of its folder. */
const MAX_PATH_BYTES = 107;
const CLAIM = /^parapet\.claim\.[0-9a-f]{12}$/;
const WON = ".won";
const MAX_TRIES = 200;
const MAX_WAIT_MS = 25;

/**
 * Locks a folder by a socket in it that this process listens on; the kernel stops answering for it when the process ends.
 *
 * Each process first publishes a claim of its own and then looks at all others: of two that overlap, the one that
 * published later sees the earlier one, so no two can both find themselves alone. A dead claim never comes alive again,
 * because each has a name of its own; so anyone may remove it.
 */
export async function lockBySocket(dataDir: string): Promise<FolderLock | undefined> {
  const folder = openFolder(dataDir);
  const lock = await acquire(folder).catch((error: unknown) => {
    folder.close();
    throw error;
  });
  if (!lock) folder.close();
  return lock && { release: () => lock.withdraw().finally(folder.close) };
}

interface Folder {
  /** Where the folder is, in few enough bytes for a socket. */
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
      // Lets others give up at once instead of waiting for a rival that may withdraw.
      writeFileSync(join(folder.path, claim.name + WON), "", { mode: 0o600 });
      return claim;
    }
    if (others === "none") {
      claim = await publish(folder);
      continue;
    }
    // Of several rivals the one with the first name stays, so that not all of them withdraw.
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

/** Returns who else has a living claim, and removes dead ones. */
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
  // Others see it only now that it answers: before, they would take it for dead.
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
