import { type ServiceAccount, serviceAccountOf } from "../../account.ts";
import { HOUR_MS, MINUTE_MS, shift } from "../../moment.ts";
import type { Place } from "../../place.ts";
import { azureActivityRow } from "../../rows/azure-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { servicePrincipalSigninRow } from "../../rows/service-signin.ts";
import { synthId } from "../../synth-id.ts";
import { officeSeat, type UntidyDay, type UntidyKind } from "../untidy-kind.ts";

const AGENTS = serviceAccountOf("hosted-build-agents");
const MOVING = serviceAccountOf("orders-connector");
const REGIONS: readonly Omit<Place, "ip">[] = [
  { city: "Amsterdam", country: "NL", latitude: 52.37, longitude: 4.9 },
  { city: "Washington", country: "US", latitude: 38.9, longitude: -77.04 },
  { city: "Dublin", country: "IE", latitude: 53.35, longitude: -6.26 },
];

/** Programs in a public cloud: agents with another address at every run, and a service that moves to another region. */
export const hostedPrograms: UntidyKind = {
  name: "hosted programs",
  rowsOn: (day) => [...agentRuns(day), ...movingService(day)],
};

/** Addresses of a public cloud: no block for documentation belongs to a provider. */
const addressIn = (day: UntidyDay, block: number): string => `20.${50 + block}.7.${1 + day.random.int(0, 250)}`;

function callRows(day: UntidyDay, service: ServiceAccount, place: Place, hour: number) {
  const at = shift(day.date, hour * HOUR_MS + day.random.int(0, 1_800_000));
  const keyId = synthId(0, "credential", service.name);
  return [
    servicePrincipalSigninRow({ at, service, place, resource: "Azure Resource Manager", keyId }),
    azureActivityRow({
      at: shift(at, MINUTE_MS),
      by: service,
      ip: place.ip,
      group: "rg-builds",
      operation: "Microsoft.Storage/storageAccounts/listKeys/action",
      resource: "stbuilds",
    }),
    azureActivityRow({
      at: shift(at, 2 * MINUTE_MS),
      by: service,
      ip: place.ip,
      group: "rg-builds",
      operation: "Microsoft.Resources/deployments/write",
      resource: "release",
    }),
  ];
}

/** The platform picks a machine in one of two regions for every run; the pipeline replaces its own secret every week. */
function agentRuns(day: UntidyDay) {
  const runs = [6, 11, 15].flatMap((hour) => {
    const region = day.random.pick(REGIONS.slice(0, 2));
    return callRows(day, AGENTS, { ...region, ip: addressIn(day, day.random.int(0, 40)) } as Place, hour);
  });
  if (day.day % 7 !== 3) return runs;
  const { applications: by } = day.organization.crew;
  const rotation = reportedChangeRows({
    at: shift(day.date, 10 * HOUR_MS),
    by,
    seat: officeSeat(by),
    operation: "Update application – Certificates and secrets management",
    category: "ApplicationManagement",
    targets: [
      {
        type: "Application",
        id: AGENTS.appId,
        name: AGENTS.name,
        changes: [
          [
            "KeyDescription",
            "[]",
            `["[KeyIdentifier=${synthId(0, "credential", `${AGENTS.name}/${day.day}`)},KeyType=Password,KeyUsage=Verify]"]`,
          ],
        ],
      },
    ],
  });
  return [...runs, ...rotation];
}

function movingService(day: UntidyDay) {
  const isMoved = day.day >= day.organization.history + 2;
  const region = REGIONS[isMoved ? 1 : 2];
  if (!region) return [];
  return callRows(day, MOVING, { ...region, ip: isMoved ? "40.76.4.7" : "40.69.4.7" }, 3);
}
