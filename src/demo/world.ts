import { serviceAccountOf } from "./account.ts";
import type { DemoPerson } from "./people.ts";
import type { App } from "./rows/signin.ts";
import type { Service } from "./services.ts";
import type { Setting } from "./setting.ts";

/** Everybody and everything that can appear in a log row. */
export interface World {
  readonly setting: Setting;
  readonly people: readonly DemoPerson[];
  readonly services: readonly Service[];
}

const apps = new Map<string, App>();

/** The application of that name, under the id the directory knows it by. */
export function appOf(name: string): App {
  const known = apps.get(name) ?? { id: serviceAccountOf(name).appId, name };
  apps.set(name, known);
  return known;
}
