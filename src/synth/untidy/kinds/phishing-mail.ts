import { isWeekend, MINUTE_MS, shift } from "../../moment.ts";
import { type Message, messageRows, postDeliveryRow, urlClickRow } from "../../rows/email.ts";
import { synthId } from "../../synth-id.ts";
import { localTime, type UntidyKind } from "../untidy-kind.ts";

const RECIPIENTS = 25;
const URL = "https://parcel-tracking.example/confirm";

/** A campaign of phishing mail that is blocked, junked or removed soon; a few clicks are blocked. */
export const phishingMail: UntidyKind = {
  name: "phishing mail",
  rowsOn: (day) => {
    const { random, atWork, date } = day;
    if (isWeekend(date) || day.day % 3 !== 0) return [];
    return random.sample(atWork, RECIPIENTS).flatMap((person, index) => {
      const at = localTime(day, person, 10 + 0.02 * index);
      const message: Message = {
        id: synthId(0, "message", `campaign/${day.day}/${person.email}`),
        at,
        from: { name: "Parcel service", email: "info@parcel-tracking.example" },
        to: person,
        subject: "Your parcel is waiting",
        senderIp: "198.19.5.9",
        url: URL,
        threat: "Phish",
        delivered: index % 5 === 0 ? "Delivered" : random.pick(["Junked", "Blocked"]),
      };
      const click = { account: person, message, url: URL, ip: person.office.ip, threat: "Phish" };
      return [
        ...messageRows(message),
        ...(index % 5 === 0 ? [postDeliveryRow({ at: shift(at, 35 * MINUTE_MS), message })] : []),
        ...(index === 5 ? [urlClickRow({ ...click, at: shift(at, 8 * MINUTE_MS), action: "ClickBlocked" })] : []),
      ];
    });
  },
};
