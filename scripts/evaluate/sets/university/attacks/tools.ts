import type { App, Net, Person } from "../model.ts";
import type { Case } from "../scenario.ts";
import { MINUTE } from "../calendar.ts";
import { file, mailbox } from "../m365.ts";

export const times = (n: number, fn: (i: number) => void): void => {
  for (let i = 0; i < n; i++) fn(i);
};

/** An application of somebody else that the tenant does not know. */
export function foreignApp(a: Case, name: string): App {
  a.about(name);
  return {
    id: a.rng.uuid(), appId: a.rng.uuid(), name, type: "Application", publisher: "", roles: [], scopes: "", ips: [],
      keyId: a.rng.uuid(), resource: "Microsoft Graph",
  };
}

/** Somebody with access downloads files one after the other. */
export function download(a: Case, t: number, p: Person, net: Net, n: number,
    o: { agent?: string; gap?: number; op?: string; known?: boolean } = {}): void {
  const all = [...p.sites, p.drive].flatMap((site) => site.files.map((name) => [site, name] as const));
  for (const [i, [site, name]] of a.rng.sample(all, n).entries()) {
    file(a.w, t + i * (o.gap ?? 7000), p, o.op ?? "FileDownloaded", site, name,
      { net, device: o.known ? undefined : null, agent: o.agent });
  }
}

export function readMail(a: Case, t: number, p: Person, net: Net, n: number,
    client = "Client=REST;Client=RESTSystem;;"): void {
  times(n, (i) => mailbox(a.w, t + i * 2 * MINUTE, p, "MailItemsAccessed",
    { net, count: a.rng.int(8, 30), client, folder: a.rng.pick(["\\Inbox", "\\Sent Items"]) }));
}

export const has = (...tags: string[]) => (p: Person): boolean => tags.every((tag) => p.tags.has(tag));
export const unit = (...codes: string[]) => (p: Person): boolean => codes.includes(p.unitCode) && p.kind === "staff";
export const ordinary = (p: Person): boolean => p.unitCode !== "it" && p.kind === "staff";
export const onWindows = (p: Person): boolean => p.laptop.os === "Windows 11" && p.unitCode !== "it";
