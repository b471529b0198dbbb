const LINE_LENGTH = 64;
const PEM = /-----BEGIN ([A-Z ]{1,40})-----([A-Za-z0-9+/=\s]{1,65536})-----END [A-Z ]{1,40}-----/g;

/**
 * Returns a setting of several lines with line feeds only. Keys in PEM lose their line breaks easily: those that are written
 * as `\n`, as in an environment variable, or that a field of one line has removed, are restored.
 */
export function normalizeLines(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n");
  if (lines.trimStart().startsWith("{")) return lines;
  return lines
    .replace(/(?:\\r)?\\n/g, "\n")
    .replace(PEM, (_, label: string, body: string) => toPem(label, body))
    .trim();
}

function toPem(label: string, body: string): string {
  const base64 = body.replace(/\s/g, "");
  const lines = Array.from({ length: Math.ceil(base64.length / LINE_LENGTH) }, (_, at) =>
    base64.slice(at * LINE_LENGTH, (at + 1) * LINE_LENGTH),
  );
  return ["", `-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
