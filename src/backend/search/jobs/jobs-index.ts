import { JOB_FACETS, JOB_ORGANIZATION_NAME_FIELD, JOB_TITLE_FIELD, SORT_RECENT } from '#contract/search/job-search.js';
import { withoutControlCharacters } from '../query/clean-text.js';
import type { SearchIndex } from '../query/search-index.js';
import type { JobKind } from '../port/search.port.js';

export const JOBS_INDEX: SearchIndex<JobKind> = {
  id: 'jobs',
  facets: JOB_FACETS,
  keywordFields: ['title', 'organization'],
  titleField: JOB_TITLE_FIELD,
  nameFacet: 'company',
  condition: (name, value) =>
    name === JOB_ORGANIZATION_NAME_FIELD
      ? { kind: 'organization-name', name: withoutControlCharacters(value) }
      : undefined,
  sortFields: [SORT_RECENT.field],
  sort([first], hasKeywords) {
    if (first?.field === SORT_RECENT.field) return first.descending ? 'newest' : 'oldest';
    return hasKeywords ? 'relevance' : 'newest';
  },
};
