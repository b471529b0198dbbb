export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const iso = (time: number): string => new Date(Math.round(time)).toISOString();

export const midnight = (time: number): number => Math.floor(time / day) * day;

export const isWeekend = (time: number): boolean => {
  const weekday = new Date(time).getUTCDay();
  return weekday === 0 || weekday === 6;
};

export const weekdayOf = (time: number): number => new Date(time).getUTCDay();
