import type { DemoSalary, PayUnit } from '../demo-data.js';
import type { Level } from '../content/text-shapes.js';
import type { EmploymentTerms } from './employment-terms.js';
import type { Random } from '../random.js';

interface CountryPay {
  currency: string;
  /** Yearly pay of an experienced person in an average office job. */
  middle: number;
  /** Minimum hourly pay. */
  floor: number;
  usual: readonly PayUnit[];
  hourly: boolean;
}

const countries: Readonly<Record<string, CountryPay>> = {
  CA: { currency: 'CAD', middle: 66000, floor: 18, usual: ['YEAR'], hourly: true },
  US: { currency: 'USD', middle: 68000, floor: 17.5, usual: ['YEAR'], hourly: true },
  GB: { currency: 'GBP', middle: 36000, floor: 12.8, usual: ['YEAR'], hourly: true },
  IE: { currency: 'EUR', middle: 46000, floor: 14.5, usual: ['YEAR'], hourly: true },
  KE: { currency: 'KES', middle: 1900000, floor: 190, usual: ['MONTH'], hourly: false },
  DE: { currency: 'EUR', middle: 49000, floor: 14.5, usual: ['YEAR', 'MONTH'], hourly: false },
  AT: { currency: 'EUR', middle: 46000, floor: 14, usual: ['MONTH'], hourly: false },
  CH: { currency: 'CHF', middle: 92000, floor: 25, usual: ['YEAR', 'YEAR', 'MONTH'], hourly: false },
  FR: { currency: 'EUR', middle: 36000, floor: 12.2, usual: ['YEAR', 'YEAR', 'MONTH'], hourly: false },
  BE: { currency: 'EUR', middle: 47000, floor: 14.5, usual: ['MONTH'], hourly: false },
};

const internMonth: Readonly<Record<string, number>> = { FR: 680, CH: 2000, AT: 1150, BE: 900, KE: 35000 };
const levelFactor: Readonly<Record<Level, number>> = { junior: 0.84, mid: 1, senior: 1.3 };
const weeksOfYear = 52;

function rounded(value: number, unit: PayUnit, currency: string): number {
  if (unit === 'YEAR') return Math.round(value / 500) * 500;
  if (unit === 'MONTH') return currency === 'KES' ? Math.round(value / 5000) * 5000 : Math.round(value / 50) * 50;
  return currency === 'CAD' || currency === 'USD' ? Math.round(value * 4) / 4 : Math.round(value * 10) / 10;
}

function chooseUnit(country: CountryPay, terms: EmploymentTerms, annual: number, random: Random): PayUnit {
  if (terms.kind === 'per-diem') return 'HOUR';
  const modest = annual < country.middle * 0.85;
  if (
    country.hourly &&
    (terms.hours < terms.fullHours || terms.kind === 'temporary' || (modest && random.chance(0.7)))
  ) {
    return 'HOUR';
  }
  return random.pick(country.usual);
}

export interface PayBasis {
  country: string;
  /** Pay factor of the occupation, relative to the country's middle. */
  factor: number;
  level: Level;
  experience: string;
  size: string;
  terms: EmploymentTerms;
}

export function choosePay(basis: PayBasis, random: Random): DemoSalary | undefined {
  const country = countries[basis.country];
  if (country === undefined || basis.terms.kind === 'volunteer') return undefined;
  const { currency } = country;
  const month = internMonth[basis.country];
  if (basis.terms.kind === 'internship') {
    if (month === undefined) {
      return {
        min: rounded(country.floor, 'HOUR', currency),
        max: rounded(country.floor * 1.12, 'HOUR', currency),
        currency,
        unit: 'HOUR',
      };
    }
    return { min: month, max: rounded(month * 1.2, 'MONTH', currency), currency, unit: 'MONTH' };
  }
  const seniority =
    levelFactor[basis.level] *
    (basis.experience === '10-plus-years' ? 1.12 : 1) *
    (basis.experience === 'entry-level' ? 0.96 : 1);
  const house = basis.size === 'staff-1-10' ? 0.9 : basis.size === 'staff-1000-plus' ? 1.08 : 1;
  const middle = country.middle * basis.factor * seniority * house * (0.95 + random.next() * 0.1);
  const floor = country.floor * weeksOfYear * basis.terms.fullHours;
  const lowest = Math.max(floor, middle * 0.95);
  const highest = Math.max(lowest * 1.06, middle * (1.04 + random.next() * 0.1));
  const unit = chooseUnit(country, basis.terms, middle, random);
  const share =
    unit === 'HOUR'
      ? 1 / (weeksOfYear * basis.terms.fullHours)
      : basis.terms.hours / basis.terms.fullHours / (unit === 'MONTH' ? 12 : 1);
  return {
    min: rounded(lowest * share, unit, currency),
    max: rounded(highest * share, unit, currency),
    currency,
    unit,
  };
}
