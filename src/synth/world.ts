import { serviceAccountOf } from "./account.ts";
import type { SynthPerson } from "./people.ts";
import type { App } from "./rows/signin.ts";
import type { Service } from "./services.ts";
import type { Setting } from "./setting.ts";

/** The people and programs that can appear in log rows. */
export interface World {
  readonly setting: Setting;
  readonly people: readonly SynthPerson[];
  readonly services: readonly Service[];
}

const apps = new Map<string, App>();

/** Returns the application of that name with its id in the directory. */
export function appOf(name: string): App {
  const known = apps.get(name) ?? { id: serviceAccountOf(name).appId, name };
  apps.set(name, known);
  return known;
}
