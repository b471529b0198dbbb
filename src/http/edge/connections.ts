import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { monotonicMs } from "../../runtime/clock.ts";
import { createRequestQueue } from "./request-queue.ts";

export interface ConnectionLimits {
  /** Above this the connection that has been idle longest is closed for each new one. */
  readonly maxConnections: number;
  /** Unanswered requests of one connection; one more closes it. */
  readonly maxPipelined: number;
  /** A connection whose client takes none of the bytes sent to it for this long is closed. */
  readonly stallMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { maxConnections: 4_096, maxPipelined: 32, stallMs: 5_000 };

/** Watches every connection, so that none takes more than its turn, its place or its time. */
export interface Connections {
  /** Returns a listener that handles the requests of one connection one after the other, in their order. */
  inTurn(listener: RequestListener): RequestListener;
  watch(server: Server): void;
  /** Returns the responses of a connection that have not ended, oldest first. */
  unanswered(socket: Socket): readonly ServerResponse[];
  /** Makes every connection close after the response that is under way. */
  closeAfterResponse(): void;
}

/** Names whose request it is; requests of one name take turns with those of the others. */
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
  /** Bytes that the client's side has taken, when they last grew, and when that was. */
  takenBytes: number;
  takenAt: number;
}

const SWEEP_MS = 1_000;

export function createConnections(limits: ConnectionLimits, callerOf: CallerName): Connections {
  const queue = createRequestQueue();
  const connections = new Map<Socket, Connection>();
  /** Connections without a request, the one idle for longest first. */
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
      // Not at once: between two requests of one connection those of the others get their turn.
      if (exchanges.length > 0) setImmediate(handleNext, connection);
    });
    queue(callerOf(next.request), () => {
      if (!socket.destroyed) next.handle();
    });
  }

  function inTurn(listener: RequestListener): RequestListener {
    return (request: IncomingMessage, response) => {
      const { socket } = request;
      // Node.js parses what it has read to the end, whatever has become of the connection.
      if (socket.destroyed) return;
      const connection = connections.get(socket) ?? open(socket);
      const { exchanges } = connection;
      idle.delete(socket);
      if (exchanges.length >= limits.maxPipelined) {
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

/** Closes the connection that has been idle longest; the new one itself when all others are busy. */
function evict(idle: ReadonlySet<Socket>, newest: Socket): void {
  const [longest = newest] = idle;
  longest.destroy();
}

/** Progress counts, not speed: a slow client that reads is served to the end. */
function closeIfStalled(connection: Connection, stallMs: number): void {
  const { socket } = connection;
  const takenBytes = socket.bytesWritten - unsentBytes(socket);
  if (socket.writableLength === 0 || takenBytes !== connection.takenBytes) {
    connection.takenBytes = takenBytes;
    connection.takenAt = monotonicMs();
    return;
  }
  // A reset also frees what the operating system still holds for a client that does not read.
  if (monotonicMs() - connection.takenAt >= stallMs) socket.resetAndDestroy();
}

/**
 * Returns the bytes of the write under way that the operating system has not taken. The socket's own timeout relies on
 * the same figure, but it starts again with every byte that the client sends.
 */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}
