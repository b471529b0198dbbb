/** Sign-ins of a made-up organization, as lines of about 1.2 kB. The same seed gives the same lines. */
export function syntheticLines(count: number, seed = 7): readonly string[] {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
  const guid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
  return Array.from({ length: count }, (_, at) => {
    const user = `${pick(FIRST)}.${pick(LAST)}${Math.floor(random() * 40)}`;
    const place = pick(PLACES);
    const failed = random() < 0.2;
    return JSON.stringify({
      TimeGenerated: new Date(1_780_000_000_000 + at * 997).toISOString(),
      Id: guid(),
      CorrelationId: guid(),
      OperationName: "Sign-in activity",
      Category: "SignInLogs",
      ResultType: failed ? pick(ERRORS) : "0",
      ResultDescription: failed ? "Invalid username or password or Invalid on-premise username or password." : "",
      UserPrincipalName: `${user}@northwind.example`,
      UserDisplayName: user.replace(".", " "),
      UserId: guid(),
      AppDisplayName: pick(APPS),
      AppId: APP_IDS[Math.floor(random() * APP_IDS.length)],
      ClientAppUsed: pick(["Browser", "Mobile Apps and Desktop clients", "Exchange ActiveSync", "Authenticated SMTP"]),
      UserAgent: `${pick(AGENTS)} Chrome/1${Math.floor(random() * 30)}.0.${Math.floor(random() * 12)}.0 Safari/537.36`,
      IPAddress: `203.0.${Math.floor(random() * 255)}.${Math.floor(random() * 255)}`,
      Location: place,
      LocationDetails: {
        city: "Springfield",
        countryOrRegion: place,
        geoCoordinates: { latitude: 47.1, longitude: 8.5 },
      },
      DeviceDetail: {
        deviceId: random() < 0.5 ? guid() : "",
        operatingSystem: "Windows 10",
        browser: "Chrome",
        isCompliant: true,
      },
      Status: { errorCode: failed ? 50126 : 0, additionalDetails: "MFA requirement satisfied by claim in the token" },
      ConditionalAccessStatus: pick(["success", "notApplied", "failure"]),
      AuthenticationRequirement: pick(["singleFactorAuthentication", "multiFactorAuthentication"]),
      RiskLevelDuringSignIn: pick(["none", "none", "none", "low", "medium"]),
      RiskState: "none",
      ResourceDisplayName: pick(APPS),
      SessionId: guid(),
      IsInteractive: true,
    });
  });
}

const FIRST = ["ada", "ben", "cleo", "dana", "emil", "fay", "gus", "hana", "ivo", "june"];
const LAST = ["archer", "brook", "castle", "dale", "east", "field", "grove", "hill", "isle", "jordan"];
const PLACES = ["CH", "DE", "US", "GB", "FR", "SE", "NL", "JP", "BR", "IN"];
const ERRORS = ["50126", "50053", "50057", "500121", "53003", "50074"];
const APPS = ["Office 365 Exchange Online", "Azure Portal", "Microsoft Teams", "SharePoint", "Payroll", "Wiki", "Git"];
const APP_IDS = Array.from({ length: 40 }, (_, at) => `00000003-0000-0000-c000-${String(at).padStart(12, "0")}`);
const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)",
];

/** A small generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
