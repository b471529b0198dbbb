import { accountAttacks } from "./attacks-account.ts";
import { azureAttacks } from "./attacks-azure.ts";
import { consentAttacks } from "./attacks-consent.ts";
import { dataAttacks } from "./attacks-data.ts";
import { linuxAttacks } from "./attacks-linux.ts";
import { machineAttacks } from "./attacks-machine.ts";
import { mailAttacks } from "./attacks-mail.ts";
import { networkAttacks } from "./attacks-network.ts";
import { roleAttacks } from "./attacks-roles.ts";
import { sabotageAttacks } from "./attacks-sabotage.ts";
import { slowAttacks } from "./attacks-slow.ts";
import { trustAttacks } from "./attacks-trust.ts";
import { windowsAttacks } from "./attacks-windows.ts";
import type { AttackKind } from "./stage.ts";

export const attackKinds: readonly AttackKind[] = [
  ...accountAttacks, ...consentAttacks, ...trustAttacks, ...roleAttacks, ...mailAttacks, ...dataAttacks,
    ...sabotageAttacks,
  ...azureAttacks, ...machineAttacks, ...windowsAttacks, ...linuxAttacks, ...networkAttacks, ...slowAttacks,
];
