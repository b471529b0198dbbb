import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { attackTest } from "../support/attack-test.ts";

attackTest("500 connections that send half a request and wait", {}, async ({ port }) => {
  const sockets = Array.from({ length: 500 }, () => connect(port, "127.0.0.1"));
  for (const socket of sockets) socket.on("error", () => undefined);
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n");
  await sleep(3_000);
  for (const socket of sockets) socket.destroy();
});
