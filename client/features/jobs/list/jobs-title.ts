import type { Translate } from '#shared/text/translator.js';

/** What a search is called: `Jobs: Full-time near Toronto for “nurse”`. */
export function jobsTitle(
  { search, facets, place }: { search: string; facets?: string; place?: string },
  t: Translate,
): string {
  const about = facets ? t('jobs.title.facets', { facets }) : t('jobs.title.all');
  const where = place ? t('jobs.title.near', { jobs: about, place: place }) : about;
  return search ? t('jobs.title.words', { jobs: where, search }) : where;
}
