import { DAY_MS, HOUR_MS, shift, startOfDay } from "../moment.ts";
import type { SynthPerson } from "../people.ts";
import { type Random, seededRandom } from "../random.ts";
import { syslogRow } from "../rows/network.ts";
import type { SynthRow } from "../rows/row.ts";
import { HISTORY_DAYS } from "../setting.ts";
import type { World } from "../world.ts";

const LINES_A_DAY = 16;
const HOSTS = ["lx-orders-01", "lx-orders-02", "lx-build-01", "lx-jump-01"];

/** Generates the syslog rows of the Linux hosts in an ordinary month. */
export function keepHosts({ setting, people }: World): readonly SynthRow[] {
  const random = seededRandom(setting.seed, "linux");
  const today = startOfDay(setting.until);
  const engineers = people
    .filter(({ department, isActive }) => department.name === "Engineering" && isActive)
    .slice(0, 12);
  return Array.from({ length: (HISTORY_DAYS + 1) * LINES_A_DAY }, (_, index) => {
    const date = shift(today, (Math.floor(index / LINES_A_DAY) - HISTORY_DAYS) * DAY_MS);
    return hostRow(engineers, random, date);
  });
}

/** Generates one line of a Linux host on a day. */
export function hostRow(engineers: readonly SynthPerson[], random: Random, date: Date): SynthRow {
  const at = shift(date, Math.floor((7 + 12 * random.next()) * HOUR_MS));
  const { sam, home } = random.pick(engineers);
  return syslogRow({ at, host: random.pick(HOSTS), ...lineOf(random, sam, home.ip) });
}

interface Line {
  readonly process: string;
  readonly facility: string;
  readonly message: string;
}

function lineOf(random: Random, user: string, ip: string): Line {
  const port = random.int(30_000, 60_000);
  return random.pick([
    { process: "sshd", facility: "auth", message: `Accepted publickey for ${user} from ${ip} port ${port} ssh2` },
    { process: "sshd", facility: "auth", message: `Disconnected from user ${user} ${ip} port ${port}` },
    { process: "CRON", facility: "cron", message: `(root) CMD (run-parts /etc/cron.hourly) [${port}]` },
    { process: "systemd", facility: "daemon", message: `Finished Daily apt download activities. [${port}]` },
  ]);
}
