import { shift } from "../moment.ts";
import type { SynthPerson } from "../people.ts";
import { around, type Random } from "../random.ts";
import { type Message, messageRows, postDeliveryRow, urlClickRow } from "../rows/email.ts";
import type { SynthRow } from "../rows/row.ts";
import { synthId } from "../synth-id.ts";
import { momentOf, type Workday } from "../workdays.ts";
import type { World } from "../world.ts";

const PARTNERS = [
  { name: "Harbour Freight Desk", email: "desk@harbour-freight.example" },
  { name: "Lindgren Papers", email: "orders@lindgren-papers.example" },
  { name: "Ocean Lines Booking", email: "booking@oceanlines.example" },
  { name: "Brightside Media", email: "hello@brightside.example" },
  { name: "Cargill & Stone", email: "office@cargill-stone.example" },
  { name: "Delta Tools", email: "sales@deltatools.example" },
  { name: "Fairfax Consulting", email: "team@fairfax.example" },
  { name: "Orchard Foods", email: "supply@orchardfoods.example" },
];
const PARTNER_IP = "192.0.2.240";

/** Generates the mail that a person receives and sends in a day. */
export function correspond(day: Workday, random: Random, world: World): readonly SynthRow[] {
  const received = Array.from({ length: around(random, 0.16) }, () => receive(day, random, world)).flat();
  const sent = Array.from({ length: around(random, 0.08) }, () => send(day, random, world)).flat();
  return [...received, ...sent];
}

const subjectOf = ({ department }: SynthPerson, random: Random): string =>
  `${random.pick(["Re: ", "", "Fwd: "])}${random.pick(department.workstreams)}, week ${random.int(40, 52)}`;

function receive(day: Workday, random: Random, { people }: World): readonly SynthRow[] {
  const { person, place } = day;
  const at = momentOf(day, random);
  const isSpam = random.chance(0.05);
  const id = synthId(0, "message", `${at.toISOString()}/${person.email}`);
  const from = isSpam
    ? { name: "Prize Office", email: `news${random.int(1, 60)}@bulk-sender.example` }
    : random.pick(random.chance(0.5) ? people : PARTNERS);
  const linked = random.chance(0.3);
  const message: Message = {
    id,
    at,
    from,
    to: person,
    subject: isSpam ? "You have been selected" : subjectOf(person, random),
    senderIp: isSpam ? "192.0.2.250" : PARTNER_IP,
    url: linked ? `https://share.${from.email.split("@")[1]}/d/${random.int(1000, 9999)}` : undefined,
    attachment: random.chance(0.25)
      ? { name: `note ${random.int(1, 400)}.pdf`, bytes: random.int(9e3, 4e6) }
      : undefined,
    ...(isSpam && { threat: "Spam" as const, delivered: "Junked" as const }),
  };
  const clicks =
    linked && !isSpam && random.chance(0.4) && message.url
      ? [
          urlClickRow({
            at: shift(at, random.int(1, 90) * 60_000),
            account: person,
            message,
            url: message.url,
            ip: place.ip,
          }),
        ]
      : [];
  const removed =
    isSpam && random.chance(0.3)
      ? [postDeliveryRow({ at: shift(at, random.int(5, 240) * 60_000), message, actionType: "Spam ZAP" })]
      : [];
  return [...messageRows(message), ...clicks, ...removed];
}

function send(day: Workday, random: Random, { people }: World): readonly SynthRow[] {
  const { person, place } = day;
  const at = momentOf(day, random);
  return messageRows({
    id: synthId(0, "message", `${at.toISOString()}/${person.email}/sent`),
    at,
    from: person,
    to: random.pick(random.chance(0.6) ? people : PARTNERS),
    subject: subjectOf(person, random),
    senderIp: place.ip,
    attachment: random.chance(0.15)
      ? { name: `note ${random.int(1, 400)}.xlsx`, bytes: random.int(9e3, 2e6) }
      : undefined,
  });
}
