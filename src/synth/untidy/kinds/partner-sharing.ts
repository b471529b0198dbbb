import { fileOf, siteOf } from "../../habits/files.ts";
import { shift } from "../../moment.ts";
import { fileRow } from "../../rows/office.ts";
import type { Employee } from "../../workforce/employee.ts";
import { lastingPeople, officeTime, type UntidyDay, type UntidyKind } from "../untidy-kind.ts";

const PARTNERS = ["team@fairfax.example", "desk@harbour-freight.example", "orders@lindgren-papers.example"];
const BURST = 28;

/** People share files with partners every day, and a whole project folder now and then. */
export const partnerSharing: UntidyKind = {
  name: "partner sharing",
  rowsOn: (day) => {
    const regular = day.atWork.filter(() => day.random.chance(0.03)).flatMap((person) => share(day, person, 1));
    const [project] = lastingPeople(day, 1, `day ${day.day}`);
    const isProjectDay = day.day % 4 === 1 && project !== undefined && day.atWork.includes(project);
    return [...regular, ...(isProjectDay ? share(day, project, BURST) : [])];
  },
};

function share(day: UntidyDay, person: Employee, count: number) {
  const { random } = day;
  const at = officeTime(day, person);
  return Array.from({ length: count }, (_, index) =>
    fileRow({
      at: shift(at, index * 60_000),
      account: person,
      ip: person.office.ip,
      device: person.laptop,
      operation: random.pick(["SharingInvitationCreated", "AddedToSecureLink"]),
      site: siteOf(person.department.name),
      file: `${index} ${fileOf(random, person.department.workstreams)}`,
      more: {
        RecordType: "SharePointSharingOperation",
        TargetUserOrGroupName: random.pick(PARTNERS),
        TargetUserOrGroupType: "Guest",
      },
    }),
  );
}
