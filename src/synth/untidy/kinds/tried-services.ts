import { serviceAccountOf } from "../../account.ts";
import { isWeekend, MINUTE_MS, shift } from "../../moment.ts";
import { graphActivityRow } from "../../rows/graph-activity.ts";
import { reportedChangeRows } from "../../rows/reported-act.ts";
import { officeSeat, officeTime, type UntidyKind } from "../untidy-kind.ts";

const SERVICES = ["Polltaker", "Whiteboards", "Meeting Notes Buddy", "Timezone Planner", "Diagram Studio"];
const SCOPES = "openid profile offline_access User.Read Calendars.ReadWrite";

/** People try out services: they consent to calendar access, and the service calls from its own address at once. */
export const triedServices: UntidyKind = {
  name: "tried services",
  rowsOn: (day) => {
    if (isWeekend(day.date) || day.atWork.length === 0 || !day.random.chance(0.4)) return [];
    const by = day.random.pick(day.atWork);
    const service = serviceAccountOf(`${day.random.pick(SERVICES)} ${day.random.int(1, 9)}`);
    const at = officeTime(day, by);
    const target = { type: "ServicePrincipal" as const, id: service.objectId, name: service.name };
    const common = { by, seat: officeSeat(by), category: "ApplicationManagement" };
    return [
      ...reportedChangeRows({ ...common, at, operation: "Add service principal", targets: [target] }),
      ...reportedChangeRows({
        ...common,
        at: shift(at, 9_000),
        operation: "Consent to application",
        targets: [
          {
            ...target,
            changes: [
              ["ConsentContext.IsAdminConsent", "", '"False"'],
              ["ConsentAction.Permissions", "", `"[] => [[ConsentType: Principal, Scope: ${SCOPES}]]"`],
            ],
          },
        ],
      }),
      ...[2, 3, 20].map((minute) =>
        graphActivityRow({
          at: shift(at, minute * MINUTE_MS),
          service,
          account: by,
          ip: "198.18.70.4",
          path: "/me/events?$top=50",
        }),
      ),
    ];
  },
};
