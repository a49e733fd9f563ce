import type { Translate } from '#shared/text/translator.js';
import { countryName, formatAlternatives } from '../../lib/format';

const FULLY_REMOTE = 'remote';

/**
 * Describes where a job is done: a place, a place with its way of working, or the area from which remote work is
 * possible (contracts §6, 5).
 */
export function workplace(
  job: { remoteOptions: { slug: string; label: string } | null; eligibleCountries: readonly string[] },
  t: Translate,
  locale: string,
  place: string | null,
): { text: string; remote: boolean } {
  if (job.remoteOptions?.slug === FULLY_REMOTE) {
    const countries = job.eligibleCountries.map((code) => countryName(code, locale));
    return { text: remoteText(countries, t, locale), remote: true };
  }
  if (!place) return { text: job.remoteOptions?.label ?? t('jobs.place.unknown'), remote: false };
  const hybrid = job.remoteOptions && job.remoteOptions.slug !== 'on-site';
  return { text: hybrid ? `${place} (${job.remoteOptions!.label})` : place, remote: false };
}

function remoteText(countries: readonly string[], t: Translate, locale: string): string {
  if (!countries.length) return t('jobs.place.remote');
  const list =
    countries.length > 3
      ? t('jobs.place.countries', { count: countries.length })
      : formatAlternatives(countries, locale);
  return t('jobs.place.remoteIn', { countries: list });
}
