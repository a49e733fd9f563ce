import type { SalaryUnit } from '../../platform/database/schema.js';
import { REFERENCE_RATES } from './exchange-rates.js';

/** Pay as an employer states it. */
export interface StatedPay {
  min: number | null;
  max: number | null;
  /** ISO 4217. */
  currency: string | null;
  unit: SalaryUnit | null;
}

const WEEKS_A_YEAR = 52;
/** What a full-time week has where no hours are stated: the usual week of the countries of our sites lies between 35 and 40 hours. */
export const FULL_TIME_HOURS = 37.5;
const DAYS_A_WEEK = 5;

const UNITS: readonly SalaryUnit[] = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'];

/** In euros a year: beyond, a figure is a mistake. Who earns more a year is paid by the year. */
const POSSIBLE = { least: 500, most: 500_000, mostOfYear: 3_000_000 };
/** In euros a year: what nearly all jobs pay. A mistaken unit is corrected only where one other unit alone leads here. */
const USUAL = { least: 10_000, most: 300_000 };
/** `45` a year may be 45,000. */
const THOUSANDS = 1000;
const MAX_STORED = 2_147_483_647;

/**
 * The top of stated pay as an amount a year in its own currency: an hour's pay over the stated hours, or a full-time week.
 *
 * A figure that cannot be right, such as 50,000 an hour, is read with another unit where that unit is certain; elsewhere there is no
 * answer.
 *
 * @param weeklyHours as the advert states them
 * @returns a whole number; undefined: nothing is stated, or nothing that can be right
 */
export function annualPay({ min, max, currency, unit }: StatedPay, weeklyHours?: number): number | undefined {
  const top = Math.max(min ?? 0, max ?? 0);
  if (!(top > 0) || currency === null || unit === null) return undefined;
  const euros = 1 / (REFERENCE_RATES[currency] ?? 1);
  const meant = unitOf(top, euros, unit, weeklyHours);
  if (meant === undefined) return undefined;
  const annual = Math.round(top * timesAYear(meant, weeklyHours));
  return annual > 0 && annual <= MAX_STORED ? annual : undefined;
}

/** How often a unit is paid in a year. */
function timesAYear(unit: SalaryUnit, weeklyHours = FULL_TIME_HOURS): number {
  switch (unit) {
    case 'HOUR':
      return weeklyHours * WEEKS_A_YEAR;
    case 'DAY':
      return DAYS_A_WEEK * WEEKS_A_YEAR;
    case 'WEEK':
      return WEEKS_A_YEAR;
    case 'MONTH':
      return 12;
    case 'YEAR':
      return 1;
  }
}

/** @returns the unit that is meant; undefined: the stated one is impossible, and no other is certain */
function unitOf(top: number, euros: number, stated: SalaryUnit, weeklyHours?: number): SalaryUnit | undefined {
  const inEuros = (unit: SalaryUnit): number => top * euros * timesAYear(unit, weeklyHours);
  const most = stated === 'YEAR' ? POSSIBLE.mostOfYear : POSSIBLE.most;
  if (inEuros(stated) >= POSSIBLE.least && inEuros(stated) <= most) return stated;
  const others = UNITS.filter((unit) => unit !== stated && isUsual(inEuros(unit)));
  const mayBeThousands = isUsual(top * euros * THOUSANDS);
  return others.length === 1 && !mayBeThousands ? others[0] : undefined;
}

function isUsual(euros: number): boolean {
  return euros >= USUAL.least && euros <= USUAL.most;
}
