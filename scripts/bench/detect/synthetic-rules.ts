import type { RuleSource } from "../../../src/analysis/detect/sigma/parse/read-documents.ts";
import { seededRandom } from "../../../src/synth/random.ts";

/** Generates rules in the proportions of public rule sets: mostly plain values, then substrings, paths, exceptions and patterns. */
export function syntheticRules(count: number, seed = 11): readonly RuleSource[] {
  const { next: random } = seededRandom(seed, "rules");
  return Array.from({ length: count }, (_, at) => ({
    path: `rule-${at}.yml`,
    text: `title: Rule ${at}
logsource: { product: azure, service: signinlogs }
level: low
detection:
${selectionFor(at, random)}
`,
  }));
}

const number = (random: () => number, below: number): number => Math.floor(random() * below);

/** Ten kinds of rules in turn. */
function selectionFor(at: number, random: () => number): string {
  const n = () => number(random, 100_000);
  const kinds = [
    () => plain({ ResultType: [50_000 + n(), 50_000 + n()], AppDisplayName: [`App ${n()}`] }),
    () => plain({ UserPrincipalName: [`user${n()}@northwind.example`], ResultType: [0] }),
    () => plain({ AppId: [`00000003-0000-0000-c001-${String(n()).padStart(12, "0")}`], ResultType: [0] }),
    () => plain({ "UserAgent|contains": [`tool-${n()}/`, `kit${n()}-client`] }),
    () => plain({ IPAddress: [`198.51.${number(random, 255)}.${number(random, 255)}`] }),
    () => plain({ "UserPrincipalName|startswith": [`svc-${n()}`], "ClientAppUsed|contains": ["smtp"] }),
    () => plain({ "DeviceDetail.deviceId": [`device-${n()}`], RiskState: ["atRisk"] }),
    () => withException({ ResourceDisplayName: [`Resource ${n()}`], ResultType: [0] }, { Location: ["CH", "DE"] }),
    () => plain({ "UserAgent|re": [`python-requests/2\\.${n()}\\.\\d+`], AppDisplayName: [`Portal ${n()}`] }),
    () => plain({ "UserDisplayName|endswith": [` (${n()})`], "AppDisplayName|contains|all": ["office", `${n()}`] }),
  ];
  return (kinds[at % kinds.length] ?? kinds[0])?.() ?? "";
}

type Fields = Readonly<Record<string, readonly (string | number)[]>>;

const mapOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, values]) => `    ${name}: ${JSON.stringify(values)}`)
    .join("\n");

const plain = (fields: Fields): string => `  selection:\n${mapOf(fields)}\n  condition: selection`;

const withException = (fields: Fields, except: Fields): string =>
  `  selection:\n${mapOf(fields)}\n  known:\n${mapOf(except)}\n  condition: selection and not known`;
