/** One request as it is sent. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query, percent-encoded where HTTP requires it. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Returns the request as a curl command. */
export function toCurl(address: string, { method, target, headers, body }: FuzzRequest): string {
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const method_ = method === "HEAD" ? "--head" : `-X ${method}`;
  const command = [
    "curl -si --path-as-is",
    method_,
    ...options,
    ...(body ? ["--data-binary @-"] : []),
    quoted(address + target),
  ];
  return body ? `echo ${body.toString("base64")} | base64 -d | ${command.join(" ")}` : command.join(" ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Percent-encodes text for a path or query. A lone surrogate, which has no UTF-8, is sent as the bytes it would have. */
export function percentEncoded(text: string): string {
  return [...text]
    .map((character) => (/^[\ud800-\udfff]$/.test(character) ? brokenBytes(character) : encodeURIComponent(character)))
    .join("");
}

function brokenBytes(surrogate: string): string {
  const unit = surrogate.charCodeAt(0);
  return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
    .map((byte) => `%${byte.toString(16).toUpperCase()}`)
    .join("");
}

/** Removes characters that a client cannot send in a header. */
export const headerText = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?").trim();
