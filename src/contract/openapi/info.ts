import { FAILURE_STATUS, type FailureCode } from "../../model/failure.ts";
import type { Info, SecurityScheme, Server } from "./document.ts";
import { FAILURE_WORDS } from "./failure-words.ts";
import { GUIDE } from "./guide.ts";

/** Where a server listens that was started without further settings. */
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

/** Either will do. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "The preferred way to send an API key.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "The same API key as a bearer token, for clients that can send nothing else.",
  },
} as const satisfies Readonly<Record<string, SecurityScheme>>;

/** What each group of operations is about. */
export const TAG_WORDS: Readonly<Record<string, string>> = {
  Cases: "Investigations: threat events about one subject that belong together, and the verdicts on them.",
  Threats: "Single findings, each with the log rows it came from.",
  Users: "The people whom the directory has provisioned.",
  Personas: "What is normal for a person: role, work, access, posture and risk.",
  "Non-human identities": "Service accounts, applications, workloads and agents: the fleet, and a persona of each.",
  Integrations: "The connectors of the catalog, and the state of those a domain has set up.",
  Drift: "Measured changes in what an identity does or holds.",
  Service: "The key that asks, and what the service can do for it.",
};

export const INFO: Info = {
  title: "Parapet security posture API",
  version: "2.5.0",
  summary: "Cases, threat events, users, personas, non-human identities, integrations and drift of one domain.",
  description: [...GUIDE, errorTable()].join("\n\n"),
  contact: { name: "Parapet", url: "https://parapet.example" },
  license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
};

function errorTable(): string {
  const codes = Object.entries(FAILURE_STATUS) as readonly (readonly [FailureCode, number])[];
  const rows = codes.map(([code, status]) => `| ${status} | \`${code}\` | ${FAILURE_WORDS[code].meaning} |`);
  return ["## Error codes", "", "| Status | `error` | Meaning |", "|---|---|---|", ...rows].join("\n");
}
