import { expect, test } from "vitest";
import { SessionError } from "./session-error.ts";
import { fatalMessage, message, queryMessage, readyStatus, SYNC, UnitReader } from "./wire.ts";

const startPacket = (parameters: string): Buffer => {
  const body = Buffer.from(`\0\x03\0\0${parameters}\0`, "latin1");
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
};

test("a start-up packet is read only when it is complete, and names its parameters", () => {
  const packet = startPacket("user\0postgres\0statement_timeout\x00250\0");
  const reader = new UnitReader();
  reader.push(packet.subarray(0, 11));
  expect(reader.nextOpening()).toBeUndefined();
  reader.push(packet.subarray(11));
  const opening = reader.nextOpening();
  expect(opening?.kind === "start" && Object.fromEntries(opening.parameters)).toEqual({
    user: "postgres",
    statement_timeout: "250",
  });
});

test("a request for encryption and a cancel request are distinguished from a start", () => {
  const reader = new UnitReader();
  reader.push(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f, 0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2e]));
  expect(reader.nextOpening()).toEqual({ kind: "encryption" });
  expect(reader.nextOpening()).toEqual({ kind: "cancel" });
});

test("a start-up packet that claims an absurd length is refused", () => {
  const reader = new UnitReader();
  reader.push(Buffer.from("GET / HTTP/1.1\r\n"));
  expect(() => reader.nextOpening()).toThrow(SessionError);
});

test("messages are handed on only up to the one that asks for an answer", () => {
  const parse = message(0x50, Buffer.from("\0select 1\0\0\0"));
  const reader = new UnitReader();
  reader.push(Buffer.concat([parse, SYNC, queryMessage("select 2"), parse]));
  expect(reader.nextUnit()).toEqual({ bytes: Buffer.concat([parse, SYNC]), closedBy: 0x53 });
  expect(reader.nextUnit()).toEqual({ bytes: queryMessage("select 2"), closedBy: 0x51 });
  expect(reader.nextUnit()).toBeUndefined();
  reader.push(SYNC);
  expect(reader.nextUnit()).toEqual({ bytes: Buffer.concat([parse, SYNC]), closedBy: 0x53 });
});

test("units are the same however the bytes are split into chunks", () => {
  const sent = Buffer.concat([queryMessage("select 'a'"), SYNC, queryMessage("x".repeat(9_000)), SYNC]);
  for (const size of [1, 3, 7, 4_096, 8_191]) {
    const reader = new UnitReader();
    const units: Buffer[] = [];
    for (let at = 0; at < sent.length; at += size) {
      reader.push(sent.subarray(at, at + size));
      for (let unit = reader.nextUnit(); unit; unit = reader.nextUnit()) units.push(unit.bytes);
    }
    expect(units).toHaveLength(4);
    expect(Buffer.concat(units).equals(sent)).toBe(true);
  }
});

// A reader that starts over with each chunk would exceed the time limit of the test.
test("a 64 MB batch of small messages in small chunks is read", () => {
  const piece = Buffer.concat(Array.from({ length: 600 }, () => message(0x42, Buffer.alloc(100))));
  const reader = new UnitReader();
  for (let sent = 0; sent < 64 << 20; sent += piece.length) {
    reader.push(piece);
    expect(reader.nextUnit()).toBeUndefined();
  }
  reader.push(SYNC);
  expect(reader.nextUnit()?.bytes.length).toBeGreaterThan(64 << 20);
});

test("the transaction status is read from the end of a response, and is absent before ReadyForQuery", () => {
  const ready = (status: string) => message(0x5a, Buffer.from(status));
  expect(readyStatus(ready("I"))).toBe("I");
  expect(readyStatus(Buffer.concat([message(0x43, Buffer.from("BEGIN\0")), ready("T")]))).toBe("T");
  expect(readyStatus(ready("E"))).toBe("E");
  expect(readyStatus(message(0x43, Buffer.from("SELECT 1\0")))).toBeUndefined();
  expect(readyStatus(Buffer.alloc(0))).toBeUndefined();
});

test("the reason a session ends is encoded as a protocol error", () => {
  const sent = fatalMessage(new SessionError("57014", "too slow"));
  expect(sent.toString("latin1", 5)).toBe("SFATAL\0VFATAL\0C57014\0Mtoo slow\0\0");
  expect(sent.readInt32BE(1)).toBe(sent.length - 1);
});
