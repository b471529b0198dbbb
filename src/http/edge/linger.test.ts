import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lingerAfterResponse } from "./linger.ts";

/** Refuses every request as soon as its body begins. */
const server = createServer((request, response) => {
  request.once("data", () => {
    request.pause();
    lingerAfterResponse(request.socket, request);
    response.writeHead(408, { connection: "close", "content-length": "0" }).end();
  });
});
server.on("clientError", (_error, socket) => socket.destroy());

let client: Socket;
let accepted: Socket;
let failure: Error | undefined;
beforeEach(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const connected = once(server, "connection");
  // Such a client can go on sending after the server has ended its side of the connection.
  client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", (error) => {
    failure = error;
  });
  [accepted] = (await connected) as [Socket];
  client.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nstart");
});
afterEach(() => {
  client.destroy();
  return new Promise((resolve) => server.close(resolve));
});

it("a client that goes on sending before it reads gets the response", async () => {
  client.pause();
  for (let n = 0; n < 4; n++) {
    await sleep(20);
    client.write("more");
  }
  const data = once(client, "data");
  client.resume();
  expect(String((await data)[0])).toMatch(/^HTTP\/1\.1 408 /);
  expect(failure).toBeUndefined();
});

it("a client that sends the rest of its body is disconnected", async () => {
  await once(client, "data");
  const closed = once(accepted, "close");
  client.write("x".repeat(995));
  await closed;
});

it("a client that neither sends nor disconnects is disconnected all the same", async () => {
  const closed = once(accepted, "close");
  await once(client, "data");
  await closed;
});
