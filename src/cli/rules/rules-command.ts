import { type Command, optionalDomain } from "../command.ts";
import { RULES_LAYOUT_HELP } from "./select-rules.ts";

/** Declarations that every rules command shares. */
export const RULES_COMMAND: Pick<Command, "operands" | "options" | "usage" | "notes"> = {
  operands: [{ name: "FOLDER", optional: true }],
  options: {
    domain: optionalDomain("without FOLDER: the rules of this domain (default: those of every domain)"),
  },
  usage: ["[FOLDER | --domain NAME]"],
  notes: `Without FOLDER the rules in use are meant: the shipped ones and those of the data folder.\n\n${RULES_LAYOUT_HELP}`,
};
