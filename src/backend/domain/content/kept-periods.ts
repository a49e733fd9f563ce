import {
  RETENTION_KINDS,
  retentionDefault,
  retentionOf,
  type RetentionSite,
} from '#contract/retention/retention-periods.js';

const PLACE = /\{kept:(\w+)\}/g;
const MONTHS_OF_A_YEAR = 12;
const DAYS_OF_A_YEAR = 365;

/**
 * Inserts the retention periods of a site into the text of a page, so that the text is always correct: `{kept:applications}` becomes `1
 * year`, in the nominative. Placeholders for unknown kinds are left unchanged.
 *
 * @param language language of the text
 */
export function withPeriods(text: string, site: RetentionSite, language: string): string {
  return text.replace(PLACE, (place, name: string) => {
    const kind = RETENTION_KINDS.find((known) => known === name);
    const period = kind && retentionOf(kind, site).period;
    if (kind === undefined || period == null) return place;
    const { unit } = retentionDefault(kind);
    const ofYear = { hour: Infinity, day: DAYS_OF_A_YEAR, month: MONTHS_OF_A_YEAR }[unit];
    const isYears = period % ofYear === 0;
    const format = { style: 'unit', unit: isYears ? 'year' : unit, unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(language, format).format(isYears ? period / ofYear : period);
  });
}
