import { FacetTermsDocument, OrganizationNameDocument } from '#contract/generated/operations.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { languageName } from '../../../lib/format';
import { absentValues, nameTerms } from '../../../components/search/filters/absent-facets';
import type { JobSearchState } from '../search-state';
import type { JobSearchResult } from './search-view';

/** Names of organizations require one request each; further ones are not named. */
const MAX_ORGANIZATIONS = 3;
const LANGUAGE = { name: 'language', field: 'language', vocabulary: null };

/**
 * The selected values that no response contains, with their names, so that they can be shown and removed. Sends a
 * request only if there are any.
 */
export async function absentFacets(
  request: PageRequest,
  state: JobSearchState,
  result: JobSearchResult,
): Promise<PageRequest['pathFacets']> {
  const languages = absentValues([LANGUAGE], request, state, result).map(({ facet, value }) => ({
    facet,
    value,
    label: languageName(value, request.locale),
    slug: '',
  }));
  const absent = absentValues(JOB_FACETS, request, state, result);
  if (!absent.length) return [...request.pathFacets, ...languages];
  const companies = absent.filter(({ vocabulary }) => !vocabulary).slice(0, MAX_ORGANIZATIONS);
  const [terms, ...names] = await Promise.all([
    nameTerms(absent, () => request.graphql(FacetTermsDocument, {})),
    ...companies.map(({ value }) => request.graphql(OrganizationNameDocument, { id: value })),
  ]);
  const fromNames = companies.flatMap(({ facet, value }, index) => {
    const answer = names[index];
    const label = answer?.ok ? answer.data.organizationProfile?.name : undefined;
    return label ? [{ facet, value, label, slug: '' }] : [];
  });
  return [...request.pathFacets, ...languages, ...terms, ...fromNames];
}
