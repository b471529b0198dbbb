import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { monotonicMs } from "../../runtime/clock.ts";
import { createRequestQueue } from "./request-queue.ts";

export interface ConnectionLimits {
  /** Above this, each new connection closes the one that has been idle longest. */
  readonly maxConnections: number;
  /** Unanswered requests of one connection; any more close it. */
  readonly maxPipelined: number;
  /** A connection whose client reads none of the bytes sent to it for this long is closed. */
  readonly stallMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { maxConnections: 4_096, maxPipelined: 32, stallMs: 5_000 };

/** Bounds the number of connections, the requests pending on each, and the time a client may stall. */
export interface Connections {
  /** Returns a listener that handles the requests of one connection one at a time, in order. */
  inTurn(listener: RequestListener): RequestListener;
  watch(server: Server): void;
  /** Returns the responses of a connection that have not ended, oldest first. */
  unanswered(socket: Socket): readonly ServerResponse[];
  /** Makes every connection close after the response in progress. */
  closeAfterResponse(): void;
}

/** Returns the name that a request is queued under; different names take turns. */
export type CallerName = (request: IncomingMessage) => string;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly handle: () => void;
}

interface Connection {
  readonly socket: Socket;
  /** Oldest first; only the first one is being handled. */
  readonly exchanges: Exchange[];
  /** Bytes handed to the operating system, and when that number last changed. */
  takenBytes: number;
  takenAt: number;
}

const SWEEP_MS = 1_000;

export function createConnections(limits: ConnectionLimits, callerOf: CallerName): Connections {
  const queue = createRequestQueue();
  const connections = new Map<Socket, Connection>();
  /** Connections without a request, the longest idle first. */
  const idle = new Set<Socket>();

  function open(socket: Socket): Connection {
    const connection = { socket, exchanges: [], takenBytes: 0, takenAt: monotonicMs() };
    connections.set(socket, connection);
    idle.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      idle.delete(socket);
    });
    if (connections.size > limits.maxConnections) evict(idle, socket);
    return connection;
  }

  function handleNext(connection: Connection): void {
    const { socket, exchanges } = connection;
    const [next] = exchanges;
    if (next === undefined || socket.destroyed) return;
    next.response.once("close", () => {
      exchanges.shift();
      if (exchanges.length === 0 && !socket.destroyed) idle.add(socket);
      // Deferred, so that other connections get their turn between two requests of this one.
      if (exchanges.length > 0) setImmediate(handleNext, connection);
    });
    queue(callerOf(next.request), () => {
      if (!socket.destroyed) next.handle();
    });
  }

  function inTurn(listener: RequestListener): RequestListener {
    return (request: IncomingMessage, response) => {
      const { socket } = request;
      if (socket.destroyed) {
        ignoreFurtherRequests(socket);
        return;
      }
      const connection = connections.get(socket) ?? open(socket);
      const { exchanges } = connection;
      idle.delete(socket);
      if (exchanges.length >= limits.maxPipelined) {
        ignoreFurtherRequests(socket);
        socket.destroy();
        return;
      }
      exchanges.push({ request, response, handle: () => listener(request, response) });
      if (exchanges.length === 1) handleNext(connection);
    };
  }

  return {
    inTurn,
    unanswered: (socket) => connections.get(socket)?.exchanges.map(({ response }) => response) ?? [],
    closeAfterResponse: () => {
      for (const { exchanges } of connections.values()) {
        for (const { response } of exchanges) response.shouldKeepAlive = false;
      }
    },
    watch: (server) => {
      server.on("connection", open);
      const sweep = setInterval(() => {
        for (const connection of connections.values()) closeIfStalled(connection, limits.stallMs);
      }, SWEEP_MS).unref();
      server.once("close", () => clearInterval(sweep));
    },
  };
}

/** Closes the connection that has been idle longest, or the new one if all others are busy. */
function evict(idle: ReadonlySet<Socket>, newest: Socket): void {
  const [longest = newest] = idle;
  longest.destroy();
}

/** Closes a connection that made no progress for `stallMs`; a slow client that keeps reading is served to the end. */
function closeIfStalled(connection: Connection, stallMs: number): void {
  const { socket } = connection;
  const takenBytes = socket.bytesWritten - unsentBytes(socket);
  if (socket.writableLength === 0 || takenBytes !== connection.takenBytes) {
    connection.takenBytes = takenBytes;
    connection.takenAt = monotonicMs();
    return;
  }
  // A reset also frees the send buffer that the operating system holds for a client that does not read.
  if (monotonicMs() - connection.takenAt >= stallMs) socket.resetAndDestroy();
}

/**
 * Returns the bytes of the current write that the operating system has not accepted. The socket's own timeout uses the
 * same figure, but restarts with every byte that the client sends.
 */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/** What is used of the parser of Node.js, which calls `onIncoming` with each request. */
interface RequestParser {
  onIncoming: ((incoming: { upgrade: boolean }) => number) | null;
}

/**
 * Makes Node.js ignore the requests that it has received and not yet parsed. It goes on parsing after the connection is
 * closed, and would create a response and an error with a stack trace for each of thousands of requests, in one turn of
 * the event loop.
 */
function ignoreFurtherRequests(socket: Socket): void {
  const { parser } = socket as unknown as { readonly parser?: RequestParser | null };
  if (!parser) return;
  parser.onIncoming = (incoming) => {
    // As Node.js does for a server that upgrades no connection.
    incoming.upgrade = false;
    return 0;
  };
}
