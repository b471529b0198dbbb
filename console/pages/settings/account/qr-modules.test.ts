import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { qrModules } from "./qr-modules.ts";

const drawn = (text: string): string =>
  qrModules(text)
    .map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""))
    .join("\n");

describe("the QR code of an authenticator app", () => {
  it("is the one that ISO/IEC 18004 defines for level L and mask 0", () => {
    expect(drawn("Parapet")).toBe(
      [
        "#######..#.##.#######",
        "#.....#..###..#.....#",
        "#.###.#.##.##.#.###.#",
        "#.###.#..#.#..#.###.#",
        "#.###.#...#.#.#.###.#",
        "#.....#.....#.#.....#",
        "#######.#.#.#.#######",
        "........##.##........",
        "###.########.##...#..",
        ".#.##...##....##.#.##",
        "......#...#.#...#####",
        "#.#.##..##....##...#.",
        "##.##.##....#.####..#",
        "........####.#..##...",
        "#######.####.####..##",
        "#.....#.##.###......#",
        "#.###.#.#.##.####..##",
        "#.###.#..##...####.#.",
        "#.###.#.#...#..####.#",
        "#.....#.#.#...##...#.",
        "#######.#...#.#.##.##",
      ].join("\n"),
    );
  });

  // The digests are those of codes that another encoder drew.
  it.each([
    [
      "otpauth://totp/Parapet:maya.ito%40northwind.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Parapet&algorithm=SHA1&digits=6&period=30",
      "7a4ea0369117878ea10726e122ac508e1c6e4d6e427b9300bfef935539e76abe",
    ],
    ["a".repeat(500), "a64f573507756e61d14239768bf4ccd58298a51e3d72a858f803d2147acd5ad9"],
  ])("has several blocks, alignment patterns and the version for a longer text", (text, digest) => {
    expect(createHash("sha256").update(drawn(text)).digest("hex")).toBe(digest);
  });

  it("refuses a text that fits in no version", () => {
    expect(() => drawn("a".repeat(900))).toThrow("too long");
  });
});
