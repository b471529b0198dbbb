import type { RuleSource } from "../../../src/analysis/detect/sigma/parse/read-documents.ts";
import { seededRandom } from "../../../src/synth/random.ts";

/**
 * Generates rules of mapped log sources as public ones are: parts of a program's path and of its command line, most of
 * them process creation.
 */
export function syntheticProcessRules(count: number, seed = 12): readonly RuleSource[] {
  const { next: random } = seededRandom(seed, "process rules");
  return Array.from({ length: count }, (_, at) => {
    const { category, selection } = processRule(at, random);
    return {
      path: `process-rule-${at}.yml`,
      text: `title: Rule ${at}\nlogsource: { product: windows, category: ${category} }\nlevel: low\ndetection:\n${selection}\n`,
    };
  });
}

/** Ten kinds of rules in turn: seven of processes, two of the registry and one of files. */
function processRule(at: number, random: () => number): { readonly category: string; readonly selection: string } {
  const n = () => number(random, 100_000);
  const kinds = [
    () => plain({ "Image|endswith": [`\\tool${n()}.exe`], "CommandLine|contains": [` -x${n()}`, ` /y${n()}`] }),
    () => plain({ "CommandLine|contains|all": ["http", `payload${n()}`] }),
    () => plain({ "CommandLine|contains": [`Invoke-Tool${n()}`, `kit${n()}::`] }),
    () => plain({ "ParentImage|endswith": [`\\host${n()}.exe`], "Image|endswith": ["\\cmd.exe", "\\powershell.exe"] }),
    () =>
      withException({ "Image|endswith": [`\\lol${n()}.exe`] }, { "ParentImage|startswith": ["C:\\Program Files\\"] }),
    () => plain({ "CommandLine|re": [`-enc\\s+[A-Za-z]{${1 + number(random, 9)},}key${n()}`] }),
    () => plain({ "Image|contains": [`\\AppData\\k${n()}\\`], IntegrityLevel: ["High"] }),
    () => plain({ "TargetObject|contains": [`\\Run\\value${n()}`], "Details|endswith": [".exe"] }),
    () => plain({ "TargetObject|endswith": [`\\Setting${n()}`], Details: ["DWORD (0x00000000)"] }),
    () => plain({ "TargetFilename|endswith": [`\\drop${n()}.dll`] }),
  ];
  const kind = at % kinds.length;
  const category = kind < 7 ? "process_creation" : kind < 9 ? "registry_set" : "file_event";
  return { category, selection: kinds[kind]?.() ?? "" };
}

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
