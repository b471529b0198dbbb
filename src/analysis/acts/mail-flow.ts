import type { ActRecord } from "./act-record.ts";

/** Actions of a mail flow rule that add text, ask for approval, or stop or encrypt a message. */
const HARMLESS =
  /^(applyhtmldisclaimer\w*|prependsubject|setauditseverity|rejectmessage\w*|quarantine|notifysender|generateincidentreport|generatenotification|applyclassification|applyrightsprotection\w*|applyome|moderatemessage\w*|routemessageoutboundrequiretls)$/;

/** Actions by which a rule passes messages on, lets them in or removes what protects them. */
const HARMFUL =
  /^(setscl|blindcopyto|copyto|addtorecipients|addmanagerasrecipienttype|redirectmessageto|deletemessage|removeheader|setheader\w*|removeome\w*|removerightsprotection\w*|routemessageoutboundconnector|stopruleprocessing|journalemailaddress)$/;

/** An action that is not used. */
const OFF = /^(\$?false|\$?null|)$/i;

/** Whether a command for a mail flow rule names actions, and only such that cannot help an intruder. */
export function isHarmlessMailFlow({ isCommand, parameters }: ActRecord): boolean {
  const names = [...parameters].filter(([, value]) => !OFF.test(value)).map(([name]) => name);
  return isCommand && names.some((name) => HARMLESS.test(name)) && !names.some((name) => HARMFUL.test(name));
}
