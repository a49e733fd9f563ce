import { MAX_RATING } from '#contract/applications/note-rules.js';
import type { Translate } from '#shared/text/translator.js';
import { formatNumber } from '../../../lib/format';

/** @returns the mean of several ratings as text */
export function meanText(mean: number, t: Translate, locale: string): string {
  const rating = formatNumber(Math.round(mean * 10) / 10, locale);
  return t('applications.rating.mean', { rating, max: formatNumber(MAX_RATING, locale) });
}
