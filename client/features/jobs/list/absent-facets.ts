import { FacetTermsDocument, OrganizationNameDocument } from '../../../../src/contract/generated/operations.js';
import { JOB_FACETS } from '../../../../src/contract/job-search.js';
import type { PageRequest } from '../../../../src/contract/page-request.js';
import type { JobSearchState } from '../search-state';
import type { JobSearchResult } from './search-view';

/** Names for organizations are asked for one by one; more than these are not told. */
const MOST_ORGANIZATIONS = 3;

/**
 * The chosen values that occur in no answer, by name, so that they can be seen and taken off.
 * Asks the backend only where there are any.
 */
export async function absentFacets(
  request: PageRequest,
  state: JobSearchState,
  result: JobSearchResult,
): Promise<PageRequest['pathFacets']> {
  if (!Object.values(state.facets).some((values) => values.length)) return request.pathFacets;
  const found = new Set(result.facets.flatMap(({ name, values }) => values.map(({ filter }) => `${name} ${filter}`)));
  const named = new Set(request.pathFacets.map(({ facet, value }) => `${facet} ${value}`));
  const absent = JOB_FACETS.flatMap(({ name, field, vocabulary }) =>
    (state.facets[name] ?? [])
      .filter((value) => !found.has(`${field} ${value}`) && !named.has(`${name} ${value}`))
      .map((value) => ({ facet: name, value, vocabulary })),
  );
  if (!absent.length) return request.pathFacets;
  const companies = absent.filter(({ vocabulary }) => !vocabulary).slice(0, MOST_ORGANIZATIONS);
  const terms = absent.length > companies.length ? await request.graphql(FacetTermsDocument, {}) : undefined;
  const names = await Promise.all(
    companies.map(({ value }) => request.graphql(OrganizationNameDocument, { id: value })),
  );
  const fromTerms = absent.flatMap(({ facet, value, vocabulary }) => {
    const term = terms?.ok && vocabulary ? terms.data[vocabulary].find(({ tid }) => String(tid) === value) : undefined;
    return term ? [{ facet, value, label: term.label, slug: term.slug }] : [];
  });
  const fromNames = companies.flatMap(({ facet, value }, index) => {
    const answer = names[index];
    const label = answer?.ok ? answer.data.organizationProfile?.name : undefined;
    return label ? [{ facet, value, label, slug: '' }] : [];
  });
  return [...request.pathFacets, ...fromTerms, ...fromNames];
}
