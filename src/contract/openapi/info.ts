import { FAILURE_STATUS, type FailureCode } from "../../model/failure.ts";
import { keysOf } from "../../model/vocabulary.ts";
import type { Info, SecurityScheme, Server } from "./document.ts";
import { FAILURE_WORDS } from "./failure-words.ts";
import { ADMIN_FAILURE_WORDS } from "./failure-words-admin.ts";
import { GUIDE } from "./guide.ts";

/** The base URL of a server that runs with default settings. */
const DEFAULT_BASE_URL = "http://127.0.0.1:8080/api/v1/external";

export const SERVERS: readonly Server[] = [
  {
    url: "{base_url}",
    description: "Your installation.",
    variables: {
      base_url: {
        default: DEFAULT_BASE_URL,
        description: "The address of your installation, with the prefix `/api/v1/external`.",
      },
    },
  },
];

/** The two ways to send a key; either one is enough. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "The preferred way to send the API key.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The same API key as a bearer token, for clients that cannot set other headers.",
  },
} as const satisfies Readonly<Record<string, SecurityScheme>>;

/** The description of each group of operations. */
export const TAG_WORDS: Readonly<Record<string, string>> = {
  Cases: "Investigations, each with related threat events about one user or identity, and the verdicts on them.",
  Threats: "Detected suspicious activity, with references to the log rows behind it.",
  Users: "The people provisioned from the directory.",
  Personas: "What is normal for a user: role, work, access, posture and risk.",
  "Non-human identities": "Service accounts, applications, workloads and agents, and the persona of each.",
  Integrations: "The connectors of the catalog and their status in the domain.",
  Drift: "Measured changes in what an identity does or what access it holds.",
  Service: "Information about the calling API key.",
};

/** The error codes that the public and the ingest API can return. */
const PUBLIC_CODES = keysOf(FAILURE_STATUS).filter((code) => !Object.hasOwn(ADMIN_FAILURE_WORDS, code));

export const INFO: Info = {
  title: "Parapet security posture API",
  version: "2.5.0",
  summary: "Cases, threat events, users, personas, non-human identities, integrations and drift events of one domain.",
  description: [...GUIDE, errorTable(PUBLIC_CODES)].join("\n\n"),
  contact: { name: "Parapet", url: "https://parapet.example" },
  license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
};

/** Returns a table of the error codes that an API can return, with their meanings. */
export function errorTable(codes: readonly FailureCode[]): string {
  const rows = codes.map((code) => `| ${FAILURE_STATUS[code]} | \`${code}\` | ${FAILURE_WORDS[code].meaning} |`);
  return ["## Error codes", "", "| Status | `error` | Meaning |", "|---|---|---|", ...rows].join("\n");
}
