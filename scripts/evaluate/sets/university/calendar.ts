export const SECOND = 1000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The last Sunday of a month, 01:00 UTC: when European clocks change. */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1);
}

function offsetAt(time: number): number {
  const year = new Date(time).getUTCFullYear();
  return time >= clockChange(year, 2) && time < clockChange(year, 9) ? 2 * HOUR : HOUR;
}

/** Days of the period, counted from 0; hours are local (Amsterdam time) and may be fractions. */
export class Calendar {
  readonly first: number;
  readonly history: number;
  readonly days: number;

  constructor(first: string, history: number, counted: number) {
    this.first = Date.parse(`${first}T00:00:00Z`);
    this.history = history;
    this.days = history + counted;
  }

  at(day: number, hour: number): number {
    const local = this.first + day * DAY + Math.round(hour * HOUR);
    return local - offsetAt(local - 2 * HOUR);
  }

  weekday(day: number): number {
    return new Date(this.first + day * DAY).getUTCDay();
  }

  isWeekend(day: number): boolean {
    return this.weekday(day) % 6 === 0;
  }

  date(day: number): string {
    return new Date(this.first + day * DAY).toISOString().slice(0, 10);
  }

  get from(): number {
    return this.at(0, 0);
  }

  get countedFrom(): number {
    return this.at(this.history, 0);
  }

  get until(): number {
    return this.at(this.days, 0);
  }

  /** Workdays from one day on, before another. */
  workdays(from = 0, until = this.days): number[] {
    const list: number[] = [];
    for (let day = from; day < until; day++) if (!this.isWeekend(day)) list.push(day);
    return list;
  }
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}
