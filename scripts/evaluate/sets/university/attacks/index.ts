import type { Plan } from "../scenario.ts";
import { accountTakeover } from "./account-takeover.ts";
import { consentAndTrust } from "./consent-trust.ts";
import { dataAttacks } from "./data.ts";
import { linux } from "./linux.ts";
import { machine } from "./machine.ts";
import { mailAttacks } from "./mail.ts";
import { network } from "./network.ts";
import { roles } from "./roles.ts";
import { sabotageAndAzure } from "./sabotage-azure.ts";
import { slow } from "./slow.ts";
import { windowsAttacks } from "./windows.ts";

export const attackPlans: Plan[] = [
  ...accountTakeover, ...consentAndTrust, ...roles, ...mailAttacks, ...dataAttacks, ...sabotageAndAzure, ...machine,
  ...windowsAttacks, ...linux, ...network, ...slow,
];
