import { chmodSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { isAnswered, isUnsupported } from "./probe-socket.ts";
import type { Session, Transport } from "./session.ts";
import { prepareSocketFolder, socketPath } from "./socket-path.ts";
import { fatalMessage } from "./wire.ts";

/** The Unix socket through which other processes of the same user use the engine this process holds. */
export interface SocketServer {
  close(): Promise<void>;
}

const MAX_TRIES = 5;

/**
 * Stands in where the file system has no sockets: other processes find the folder in use and cannot share the engine.
 * The folder lock is not affected.
 */
const NO_SERVER: SocketServer = { close: async () => undefined };

/** Returns a stream for `pg` that is connected to the engine of the process that holds the data folder. */
export function connectThroughSocket(dataDir: string): Duplex {
  const path = socketPath(dataDir);
  prepareSocketFolder(dataDir, path);
  const socket = new Socket();
  const dial = socket.connect.bind(socket);
  // `pg` connects to the host and port it was configured with, which mean nothing here.
  return Object.assign(socket, { connect: () => dial({ path }) });
}

/** Listens on the socket of a data folder; returns nothing when a running process already does. */
export async function openSocketServer(
  dataDir: string,
  openSession: (transport: Transport) => Session,
): Promise<SocketServer | undefined> {
  const path = socketPath(dataDir);
  prepareSocketFolder(dataDir, path);
  if (await isAnswered(path)) return undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => admit(socket, sockets, openSession));
  const hidden = `${path}.${process.pid}`;
  rmSync(hidden, { force: true });
  if (!(await listen(server, hidden))) return NO_SERVER;
  // It gets its public name only after the mode is set, so that it is never reachable with wider permissions.
  chmodSync(hidden, 0o600);
  const isPublished = await publish(hidden, path);
  rmSync(hidden, { force: true });
  const close = async () => {
    if (isPublished) rmSync(path, { force: true });
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  if (isPublished) return { close };
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

/** Resolves to false when the file system does not support sockets. */
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

/** Links the socket to its public path; resolves to false when a running process listens there. */
async function publish(hidden: string, path: string): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (tryLink(hidden, path)) return true;
    if (await isAnswered(path)) return false;
    await removeDead(path);
  }
  return false;
}

function tryLink(hidden: string, path: string): boolean {
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

/** Removes the socket file that a killed process left behind. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}~${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Another process may have published its socket between the check and the rename: put that one back.
  if (await isAnswered(aside)) renameSync(aside, path);
  else rmSync(aside, { force: true });
}
