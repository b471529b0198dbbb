import type { ReactElement } from "react";
import { qrModules } from "./qr-modules.ts";

/** The light modules around the code that readers need. */
const MARGIN = 4;

/** Draws a text as a QR code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  const modules = qrModules(text);
  const size = modules.length + 2 * MARGIN;
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  );
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={dark.join("")} fill="#000000" />
    </svg>
  );
}
