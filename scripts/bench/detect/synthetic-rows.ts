import { accountOf } from "../../../src/synth/account.ts";
import { deviceOf } from "../../../src/synth/device.ts";
import { FAMILY_NAMES, GIVEN_NAMES, localPartOf, OFFICES } from "../../../src/synth/names.ts";
import { seededRandom } from "../../../src/synth/random.ts";
import { FAILURES, signinRow } from "../../../src/synth/rows/signin.ts";
import { OTHER_APPLICATIONS } from "../../../src/synth/workforce/job-roles.ts";
import { appOf } from "../../../src/synth/world.ts";

const START_MS = 1_780_000_000_000;
const STEP_MS = 997;
const FAILURE_SHARE = 0.2;

/** Returns sign-ins of a made-up organization, as lines of about 1.2 kB. The same seed gives the same lines. */
export function syntheticLines(count: number, seed = 7): readonly string[] {
  const random = seededRandom(seed, "bench");
  const devices = [deviceOf("windows", "d-1", "NW-LT-001"), deviceOf("mac", "d-2", "NW-LT-002"), deviceOf("phone")];
  const failures = Object.values(FAILURES);
  return Array.from({ length: count }, (_, index) => {
    const name = `${random.pick(GIVEN_NAMES)} ${random.pick(FAMILY_NAMES)}`;
    const { fields } = signinRow({
      at: new Date(START_MS + index * STEP_MS),
      account: accountOf(`${localPartOf(name)}@northwind.example`, name),
      place: random.pick(OFFICES),
      device: random.pick(devices),
      app: appOf(random.pick(OTHER_APPLICATIONS)),
      failure: random.chance(FAILURE_SHARE) ? random.pick(failures) : undefined,
      factor: random.pick(["satisfied", "none"] as const),
    });
    return JSON.stringify(fields);
  });
}

const PROGRAMS = ["svchost", "chrome", "powershell", "cmd", "outlook", "msedge", "conhost", "git", "node", "teams"];

/** Returns rows of the Windows security log, as lines: started programs, and as many sign-ins. */
export function syntheticProcessLines(count: number, seed = 8): readonly string[] {
  const random = seededRandom(seed, "bench processes");
  return Array.from({ length: count }, (_, index) => {
    const program = random.pick(PROGRAMS);
    const common = {
      TimeGenerated: new Date(START_MS + index * STEP_MS).toISOString(),
      Computer: `NW-LT-${index % 500}`,
      Channel: "Security",
      EventSourceName: "Microsoft-Windows-Security-Auditing",
      SubjectUserName: localPartOf(`${random.pick(GIVEN_NAMES)} ${random.pick(FAMILY_NAMES)}`),
      SubjectDomainName: "NORTHWIND",
      SubjectLogonId: "0x3e7",
    };
    if (index % 2 === 1) {
      return JSON.stringify({ ...common, EventID: 4624, LogonType: 3, IpAddress: "10.1.2.3", EventData: SIGN_IN_DATA });
    }
    return JSON.stringify({
      ...common,
      EventID: 4688,
      NewProcessName: `C:\\Program Files\\${program}\\${program}.exe`,
      ParentProcessName: `C:\\Windows\\System32\\${random.pick(PROGRAMS)}.exe`,
      CommandLine: `"C:\\Program Files\\${program}\\${program}.exe" --profile ${index} --type=renderer --lang=en-US https://portal.northwind.example/${index}`,
      MandatoryLabel: "S-1-16-8192",
      NewProcessId: `0x${(4_000 + index).toString(16)}`,
    });
  });
}

const SIGN_IN_DATA =
  '<EventData><Data Name="TargetUserName">dana</Data><Data Name="LogonProcessName">NtLmSsp</Data><Data Name="KeyLength">128</Data></EventData>';
