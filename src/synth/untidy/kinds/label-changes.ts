import { fileOf } from "../../habits/files.ts";
import { labelRow } from "../../rows/information-protection.ts";
import { officeTime, type UntidyKind } from "../untidy-kind.ts";

/** Authors who lower a label that was chosen too high, with a reason. */
export const labelChanges: UntidyKind = {
  name: "label changes",
  rowsOn: (day) =>
    day.atWork
      .filter(() => day.random.chance(0.015))
      .flatMap((account) =>
        Array.from({ length: day.random.int(1, 3) }, () =>
          labelRow({
            at: officeTime(day, account),
            account,
            ip: account.office.ip,
            file: fileOf(day.random, account.department.workstreams),
            from: "Confidential",
            to: "General",
            deviceName: account.laptop.name,
            justification: "Previous label was incorrect",
          }),
        ),
      ),
};
