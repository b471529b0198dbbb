import type { ActRecord } from "./act-record.ts";
import type { ActKind } from "./directory-act.ts";

const SENDS_MAIL = /^(inbox_rule|transport_rule|mailbox_forwarding)\.(added|changed|enabled)$/;
const RECIPIENTS = [
  "forwardto",
  "redirectto",
  "forwardasattachmentto",
  "forwardingsmtpaddress",
  "forwardingaddress",
  "blindcopyto",
  "copyto",
  "redirectmessageto",
  "addtorecipients",
  "journalemailaddress",
];

/** What stands between addresses, and around them. */
const SEPARATORS = /[\s;,:"'<>()[\]{}\\|=]+/;
const MAX_ADDRESSES = 50;

/**
 * Returns the addresses outside of the organization to which a rule or a mailbox sends mail. Each address counts: one
 * inside does not hide another. Outside are domains other than those of the actor, the mailbox and the organization that
 * the row names, and their subdomains.
 */
export function outsideRecipients(
  kind: ActKind,
  record: ActRecord,
  own: readonly (string | null)[],
): readonly string[] {
  if (!SENDS_MAIL.test(kind)) return [];
  const texts = RECIPIENTS.flatMap((name) => record.parameters.get(name) ?? []);
  const addresses = texts
    .flatMap((text) => text.toLowerCase().split(SEPARATORS))
    .filter(isAddress)
    .slice(0, MAX_ADDRESSES);
  const domains = [...own.flatMap((text) => domainOf(text)), ...record.ownDomains];
  return [...new Set(addresses)].filter(
    (address) => !domains.some((domain) => isWithin(domainOf(address)[0] ?? "", domain)),
  );
}

const isAddress = (text: string): boolean => /^[^@]+@[^@]+$/.test(text) && text.length <= 320;

const domainOf = (text: string | null): readonly string[] => {
  const at = text?.lastIndexOf("@") ?? -1;
  return text === null || at < 0 ? [] : [text.slice(at + 1).toLowerCase()];
};

const isWithin = (domain: string, own: string): boolean =>
  domain === own || domain.endsWith(`.${own}`) || own.endsWith(`.${domain}`);
