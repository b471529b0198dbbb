import type { Random } from "../lib/random.ts";
import { day, hour, isWeekend, midnight } from "../lib/time.ts";
import type { Person } from "../org/people.ts";
import { homeLine, homes, mobileLine, overIpv6, travelPlaces, vpnSpot } from "../org/places.ts";
import type { City, Spot } from "../org/places.ts";
import type { World } from "../org/world.ts";

interface Trip {
  from: number;
  until: number;
  city: City;
  line: Spot;
  mobile: Spot;
}

interface Plan {
  trips: Trip[];
  holidays: [number, number][];
  newPhone: number | undefined;
  newLaptop: number | undefined;
  vpn: Spot;
}

/** Where everybody is on each day, decided once, so that all rows of a day agree. */
export class Whereabouts {
  private readonly plans = new Map<string, Plan>();
  private readonly r: Random;

  constructor(private readonly w: World) {
    this.r = w.r.fork("whereabouts");
  }

  plan(who: Person): Plan {
    const known = this.plans.get(who.id);
    if (known) return known;
    const r = this.r.fork(who.id);
    const { from, until } = this.w;
    const mobile = ["Sales", "Executive", "Customer Success"].includes(who.department) ? 0.75 : 0.16;
    const trips: Trip[] = [];
    for (let start = from + r.int(3, 20) * day; start < until && r.chance(mobile); start += r.int(12, 25) * day) {
      const city = r.pick(r.chance(0.65) ? travelPlaces : homes);
      trips.push({ from: start, until: start + r.int(2, 6) * day, city, line: homeLine(r, city),
        mobile: mobileLine(r, city) });
    }
    const holidays: [number, number][] = [];
    if (r.chance(0.45)) {
      const start = from + r.int(2, 50) * day;
      holidays.push([start, start + r.int(4, 14) * day]);
    }
    const plan: Plan = {
      trips, holidays, vpn: vpnSpot(r),
      newPhone: who.phone && r.chance(0.12) ? from + r.int(4, 54) * day : undefined,
      newLaptop: r.chance(0.07) ? from + r.int(4, 54) * day : undefined,
    };
    this.plans.set(who.id, plan);
    return plan;
  }

  trip(who: Person, time: number): Trip | undefined {
    return this.plan(who).trips.find((one) => time >= one.from && time < one.until);
  }

  works(who: Person, dayStart: number): boolean {
    if (dayStart < who.joins || dayStart + 8 * hour > who.leaves) return false;
    const r = this.r.fork(`${who.id}/works/${dayStart}`);
    if (this.plan(who).holidays.some(([from, until]) => dayStart >= from && dayStart < until)) return r.chance(0.04);
    return r.chance(isWeekend(dayStart) ? who.weekends : 0.95);
  }

  /** The address from which the computer of a person works at a time. */
  spot(who: Person, time: number): Spot {
    const trip = this.trip(who, time);
    if (trip) return trip.line;
    const start = midnight(time);
    const r = this.r.fork(`${who.id}/spot/${start}`);
    if (who.office && !isWeekend(time) && r.chance(who.officeDays)) return who.office;
    if (who.consumerVpn && r.chance(0.6)) return this.plan(who).vpn;
    return who.ipv6 && r.chance(0.5) ? overIpv6(r, who.home) : who.home;
  }

  phoneSpot(who: Person, time: number): Spot {
    const trip = this.trip(who, time);
    if (trip) return trip.mobile;
    const r = this.r.fork(`${who.id}/mobile/${midnight(time)}`);
    return r.chance(0.7) ? { ...who.phoneLine, ip: who.phoneLine.ip.replace(/\d+$/, String(r.int(2, 250))) } : who.home;
  }

  /** A moment within the working hours of a person on a day. */
  moment(r: Random, who: Person, dayStart: number): number {
    const offset = this.trip(who, dayStart)?.city.offset ?? who.city.offset;
    const span = who.ends - who.starts;
    const at = who.starts + Math.min(Math.max(r.normal(0.48, 0.26), 0), 1.1) * span;
    return dayStart + (at - offset) * hour + r.int(0, 59_999);
  }
}
