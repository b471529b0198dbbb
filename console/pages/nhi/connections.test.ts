import { describe, expect, it } from "vitest";
import {
  type ActorEdge,
  accessWords,
  connectionOfActor,
  connectionOfResource,
  REACH_FILTERS,
  type ResourceEdge,
  shortName,
} from "./connections.ts";

const actor = (given: Partial<ActorEdge>): ActorEdge => ({
  id: "1",
  name: "Maya",
  kind: "user",
  relation: "owner",
  can_take_over: true,
  first_seen: null,
  last_seen: null,
  count: 0,
  ...given,
});
const resource = (given: Partial<ResourceEdge>): ResourceEdge => ({
  id: "r",
  name: "Graph",
  kind: "api",
  system: "Graph",
  access: ["read", "write"],
  granted: true,
  observed: true,
  calls_90d: 2,
  first_seen: null,
  last_seen: null,
  tier: "tier1",
  sensitive: null,
  ...given,
});
const filters = REACH_FILTERS.map(({ value }) => value);

describe("an actor", () => {
  it("is drawn dashed if only the directory shows it, and strong if it can take the identity over", () => {
    const { node } = connectionOfActor(actor({}));
    expect(node).toEqual({ id: "actor 1 owner", name: "Maya", note: "owns it", isDashed: true, isStrong: true });
    const seen = connectionOfActor(actor({ id: null, relation: "creator", count: 1, can_take_over: false })).node;
    expect(seen).toMatchObject({ id: "actor Maya creator", note: "created it", isDashed: false, isStrong: false });
  });

  it("is shown by the filters that it fits, and without one", () => {
    const shownBy = (given: Partial<ActorEdge>) => {
      const { shows } = connectionOfActor(actor(given));
      return [...filters.filter(shows), ...(shows(null) && shows("other") ? ["any"] : [])];
    };
    expect(shownBy({})).toEqual(["strong", "unseen", "any"]);
    expect(shownBy({ count: 3, can_take_over: false })).toEqual(["seen", "any"]);
  });
});

describe("a resource", () => {
  it.each([
    [{}, "read, write, 2 calls"],
    [{ observed: false }, "read, write, not used"],
    [{ access: [], granted: false, calls_90d: 1 }, "1 call"],
    [{ access: [], granted: false, observed: false }, "seen"],
    [{ access: ["sign_in"], granted: false, observed: false }, "sign in"],
  ])("with %j is noted as: %s", (given, note) => {
    expect(connectionOfResource(resource(given)).node.note).toBe(note);
  });

  it("is strong if it gives control of the tenant, and dashed if its use was not seen", () => {
    const { node } = connectionOfResource(resource({ tier: "tier0", observed: false }));
    expect(node).toMatchObject({ id: "resource r", isStrong: true, isDashed: true });
    expect(connectionOfResource(resource({})).node).toMatchObject({ isStrong: false, isDashed: false });
  });

  it("of a cloud is called by the last part of its path", () => {
    expect(["/subscriptions/s1/vaults/keys", "/a/b/", "Graph", "a/b", "/"].map(shortName)).toEqual([
      "keys",
      "b",
      "Graph",
      "a/b",
      "/",
    ]);
  });
});

it("kinds of access are words in a row", () => {
  expect(accessWords(["sign_in", "admin"])).toBe("sign in, admin");
});
