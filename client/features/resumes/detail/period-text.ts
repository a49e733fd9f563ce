import type { Translate } from '#shared/text/translator.js';

interface Period {
  from: string;
  until: string | null;
}

/** `March 2021 – today`, with the locale's names of months; exact dates include the day. */
export function periodText({ from, until }: Period, locale: string, t: Translate): string {
  return t('resume.period', {
    from: dateText(from, locale),
    until: until ? dateText(until, locale) : t('resume.today'),
  });
}

/** Formats a month or a date in the locale. @param text `2026-09-01` or `2026-09`; other texts stay unchanged */
export function dateText(text: string, locale: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (!year || !month) return text;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  const shown = day
    ? ({ year: 'numeric', month: 'long', day: 'numeric' } as const)
    : ({ year: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(locale, { ...shown, timeZone: 'UTC' }).format(date);
}
