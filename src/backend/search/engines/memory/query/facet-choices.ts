import type { JobFacetName } from '#contract/search/job-search.js';
import { isComboFacet } from '../../../codes/combo.js';
import type { ComboDictionary } from '../../../codes/combo-dictionary.js';
import type { NamedOrganizations } from '../../../facets/organization-conditions.js';
import type { SearchQuery } from '../../../port/search.port.js';
import { toSlotCondition, type FacetMatcher } from '../facets/facet-conditions.js';
import type { SegmentFacets } from '../facets/segment-facets.js';
import type { Segment } from '../segment/segment.js';
import { chosenOrganizations, retainMatching } from './filters.js';

/** What is selected of a facet. */
export interface FacetChoice {
  facet: JobFacetName;
  /** Leaves in the set the documents that meet it. */
  keep(segment: Segment, facets: SegmentFacets, bits: Uint32Array): void;
}

/** One for each facet that something is selected of; organizations last, as documents are looked at one by one for them. */
export function toChoices(
  { selections }: SearchQuery,
  dictionary: ComboDictionary,
  matcher: FacetMatcher,
  organizations: NamedOrganizations,
): FacetChoice[] {
  const selected = (facet: JobFacetName) =>
    selections.filter((selection) => selection.facet === facet).map(({ where }) => where);
  const ofCombos = [...new Set(selections.map(({ facet }) => facet))].filter(isComboFacet).map((facet): FacetChoice => {
    const condition = toSlotCondition({ kind: 'and', parts: selected(facet) }, dictionary);
    return { facet, keep: (segment, facets, bits) => matcher.keep(condition, segment, facets, bits) };
  });
  const companies = selected('company');
  const isChosen = companies.length === 0 ? undefined : chosenOrganizations(companies, organizations);
  if (!isChosen) return ofCombos;
  return [
    ...ofCombos,
    { facet: 'company', keep: (segment, _, bits) => retainMatching(segment, (_combo, id) => isChosen(id), bits) },
  ];
}
