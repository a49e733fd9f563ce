import type { StoredPeriod } from '../../platform/database/tables/resume-tables.js';

const MONTHS = 12;

/** Total time at work in whole years; overlapping periods count once. */
export function yearsOfWork(work: readonly { period?: StoredPeriod }[], now: Date): number {
  const today = now.getUTCFullYear() * MONTHS + now.getUTCMonth();
  const spans = work
    .flatMap(({ period }) => {
      const from = monthOf(period?.from);
      const until = period?.until === undefined ? today : monthOf(period.until);
      return from === undefined || until === undefined || until < from ? [] : [[from, until + 1] as const];
    })
    .sort(([one], [other]) => one - other);
  let months = 0;
  let reached = -Infinity;
  for (const [from, until] of spans) {
    months += Math.max(0, until - Math.max(from, reached));
    reached = Math.max(reached, until);
  }
  return Math.floor(months / MONTHS);
}

function monthOf(text: string | undefined): number | undefined {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : Number(year) * MONTHS + Number(month) - 1;
}
