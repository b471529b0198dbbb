import { expect, it } from "vitest";
import { describeCache } from "./check-cache.ts";

it("a cache that holds the indexes of hits is described, a smaller one is a warning that names the remedy", () => {
  expect(describeCache({ cacheBytes: 134_217_728, indexBytes: 134_217_728 })).toBe(
    "shared_buffers 134 MB, indexes of hits 134 MB",
  );
  expect(describeCache({ cacheBytes: 134_217_728, indexBytes: 1_400_000_000 })).toEqual({
    warning: expect.stringMatching(/^shared_buffers 134 MB, indexes of hits 1400 MB; .*docs\/scaling\.md/),
  });
});
