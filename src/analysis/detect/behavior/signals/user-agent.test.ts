import { expect, test } from "vitest";
import { agentOf, nameOfAgent } from "./user-agent.ts";

const nameOf = (text: string): string | null => {
  const agent = agentOf(text);
  return agent && nameOfAgent(agent);
};

test("clients and systems are distinguished, versions are not", () => {
  const edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/90.0 Safari/537.36 Edg/90.0.818.49";
  expect(nameOf(edge)).toBe("Edge on Windows");
  expect(nameOf(edge.replaceAll("90", "120"))).toBe("Edge on Windows");
  expect(nameOf("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1")).toBe(
    "Safari on iOS",
  );
  expect(nameOf("Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36")).toBe("Chrome on Android");
  expect(nameOf("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:120.0) Firefox/120.0")).toBe("Firefox on macOS");
  expect(nameOf("Edge 90.0.818 Windows 10")).toBe("Edge on Windows");
});

test("libraries and command-line tools are scripted", () => {
  for (const text of ["python-requests/2.31", "curl/8.4.0", "Go-http-client/2.0", "axios/1.6", "BAV2ROPC"]) {
    expect(agentOf(text)?.isScripted).toBe(true);
  }
  expect(agentOf("Mozilla/5.0 (Windows NT 10.0) Chrome/120.0")?.isScripted).toBe(false);
});

test("an unrecognized user agent is null, however long", () => {
  expect(agentOf(null)).toBeNull();
  expect(agentOf(" ")).toBeNull();
  expect(agentOf("x".repeat(1_000_000))).toBeNull();
});
