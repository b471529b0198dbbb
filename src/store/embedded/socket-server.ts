import { chmodSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isAnswered, isUnsupported } from "./probe-socket.ts";
import type { Session, Transport } from "./session.ts";
import { prepareSocketFolder, socketPath } from "./socket-path.ts";
import { fatalMessage } from "./wire.ts";

/** The unix socket through which other processes of the same user reach the engine this process holds. */
export interface Door {
  close(): Promise<void>;
}

const MAX_TRIES = 5;

/** Other processes then find the folder in use and cannot work through its holder; the lock is not weakened. */
const NO_DOOR: Door = { close: async () => undefined };

/** A stream for `pg` that reaches the engine through the process that holds the data folder. */
export function connectThroughSocket(dataDir: string): Duplex {
  const path = socketPath(dataDir);
  prepareSocketFolder(dataDir, path);
  const socket = new Socket();
  const dial = socket.connect.bind(socket);
  // `pg` dials the host and port it was configured with, which mean nothing here.
  return Object.assign(socket, { connect: () => dial({ path }) });
}

/** Opens the door of a data folder; answers nothing when a living process already has it open. */
export async function openSocketServer(
  dataDir: string,
  openSession: (transport: Transport) => Session,
): Promise<Door | undefined> {
  const path = socketPath(dataDir);
  prepareSocketFolder(dataDir, path);
  if (await isAnswered(path)) return undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => admit(socket, sockets, openSession));
  const hidden = `${path}.${process.pid}`;
  rmSync(hidden, { force: true });
  if (!(await listen(server, hidden))) return NO_DOOR;
  // Hung under its name only now, so that nobody ever meets it with a wider mode.
  chmodSync(hidden, 0o600);
  const isHung = await hang(hidden, path);
  rmSync(hidden, { force: true });
  const close = async () => {
    if (isHung) rmSync(path, { force: true });
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  if (isHung) return { close };
  await close();
  return undefined;
}

function admit(socket: Socket, sockets: Set<Socket>, openSession: (transport: Transport) => Session): void {
  const session = openSession({
    send: (bytes) => void socket.write(bytes),
    fail: (error) => void socket.end(fatalMessage(error)),
    end: () => void socket.end(),
  });
  sockets.add(socket);
  socket.on("data", (chunk) => session.feed(chunk));
  // A broken connection is an ordinary end of the session; "close" follows.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    sockets.delete(socket);
    session.finish();
  });
}

/** Answers false when the file system has no sockets. */
async function listen(server: Server, path: string): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (isUnsupported(error)) resolve(false);
      else reject(error);
    });
    server.listen({ path, exclusive: true }, () => {
      server.unref();
      resolve(true);
    });
  });
}

/** Gives the socket its public name; answers false when a living process has that name. */
async function hang(hidden: string, path: string): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (isNamed(hidden, path)) return true;
    if (await isAnswered(path)) return false;
    await removeDead(path);
  }
  return false;
}

function isNamed(hidden: string, path: string): boolean {
  try {
    linkSync(hidden, path);
    return true;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EEXIST";
    if (!isTaken && !isUnsupported(error as NodeJS.ErrnoException)) throw error;
    if (isTaken || existsSync(path)) return false;
    renameSync(hidden, path);
    return true;
  }
}

/** Removes the socket a killed process left. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}~${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Between the look and the rename another process may have hung a living one: put that back.
  if (await isAnswered(aside)) renameSync(aside, path);
  else rmSync(aside, { force: true });
}
