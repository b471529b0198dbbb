import type { Random } from "../lib/random.ts";

export interface Server {
  name: string;
  ip: string;
  role: string;
  environment: "prod" | "staging" | "build" | "corp";
  accounts: string[];
}

export interface WindowsHost {
  name: string;
  fqdn: string;
  ip: string;
  role: "dc" | "files" | "erp" | "ca" | "jump" | "workstation" | "sql";
}

const serverPlan: [string, number, string, Server["environment"], string, string[]][] = [
  ["bastion", 2, "ssh bastion", "prod", "10.60.0", ["ubuntu"]],
  ["api", 6, "application server", "prod", "10.60.10", ["deploy", "svc-api"]],
  ["web", 4, "web server", "prod", "10.60.11", ["deploy", "www-data"]],
  ["pgdb", 4, "database", "prod", "10.60.20", ["postgres"]],
  ["redis", 2, "cache", "prod", "10.60.21", ["redis"]],
  ["kafka", 3, "message broker", "prod", "10.60.22", ["kafka"]],
  ["k8s-ctl", 3, "Kubernetes control plane", "prod", "10.60.30", ["root"]],
  ["search", 2, "search engine", "prod", "10.60.23", ["elastic"]],
  ["stg-api", 3, "application server", "staging", "10.61.10", ["deploy", "svc-api"]],
  ["stg-pgdb", 1, "database", "staging", "10.61.20", ["postgres"]],
  ["git", 1, "git server", "corp", "10.62.0", ["git"]],
  ["build", 5, "build agent", "build", "10.62.10", ["runner", "docker"]],
  ["artifact", 1, "package registry", "build", "10.62.20", ["nexus"]],
  ["mon", 1, "monitoring", "corp", "10.62.30", ["prometheus"]],
  ["ansible", 1, "configuration management", "corp", "10.62.31", ["ansible"]],
  ["backup", 1, "backup", "corp", "10.62.32", ["borg"]],
  ["dns", 1, "name server", "corp", "10.62.33", ["bind"]],
];

export const makeServers = (r: Random): Server[] =>
  serverPlan.flatMap(([base, count, role, environment, network, accounts]) =>
    Array.from({ length: count }, (_, i) => ({
      name: count === 1 ? `${base}-01` : `${base}-${String(i + 1).padStart(2, "0")}`,
      ip: `${network}.${10 + i + r.int(0, 1) * 20}`, role, environment, accounts,
    })));

const windowsPlan: [string, WindowsHost["role"], string][] = [
  ["FIN-DC01", "dc", "10.40.0.10"], ["FIN-DC02", "dc", "10.40.0.11"], ["FIN-FS01", "files", "10.40.1.20"],
  ["FIN-ERP01", "erp", "10.40.1.30"], ["FIN-ERP02", "erp", "10.40.1.31"], ["FIN-SQL01", "sql", "10.40.1.40"],
  ["FIN-CA01", "ca", "10.40.1.50"], ["FIN-JMP01", "jump", "10.40.2.10"],
];

export const makeWindowsHosts = (finDomain: string, workstations: string[]): WindowsHost[] => [
  ...windowsPlan.map(([name, role, ip]) => ({ name, role, ip, fqdn: `${name}.${finDomain}` })),
  ...workstations.map((name, i) => ({
    name, role: "workstation" as const, ip: `10.40.8.${20 + i}`, fqdn: `${name}.${finDomain}`,
  })),
];
