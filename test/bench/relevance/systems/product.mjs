// The product's own search, asked as its pages ask it.
import { randomBytes } from 'node:crypto';

const DOCUMENTS = 50;
const SECRET_BYTES = 32;
const QUERY = `query JudgedSearch(
  $language: [String!], $fulltext: FulltextInput, $condition_group: ConditionGroupInput,
  $geoLocation: GeoLocationInput, $range: RangeInput, $sorts: [SortInput!]
  $widen: Boolean
) {
  searchAPISearch(
    index_id: "jobs", language: $language, fulltext: $fulltext, condition_group: $condition_group,
    geoLocation: $geoLocation, range: $range, sorts: $sorts
    widen: $widen
  ) {
    documents { ... on JobDocument { id } }
  }
}`;

/**
 * The steps in which the search was improved, the first being what it was before. `settings` are added to what the backend is started
 * with; `adapt`, where there is one, changes the variables of a request.
 *
 * @param {readonly string[]} features `SEARCH_FEATURES`, in the order in which they came
 * @returns {{ name: string, settings: object, adapt?: (variables: object) => object }[]}
 */
export function stepsOf(features) {
  const steps = features.map((name, at) => ({
    name: `+ ${name}`,
    settings: { searchFeatures: features.slice(0, at + 1) },
  }));
  return [{ name: 'baseline', settings: { searchFeatures: [] } }, ...steps];
}

/**
 * As `jobSearchVariables` of the job list makes them, for the first page; only that it asks for fifty documents instead of a page.
 *
 * @param {import('../query-set.mjs').JudgedQuery} query
 * @param site as it is configured
 */
export function searchVariables({ text, where }, { search, countries }) {
  return {
    language: [...search.languages],
    fulltext: { keys: [text], understand: true },
    condition_group: { conjunction: 'AND', groups: [] },
    geoLocation: where
      ? typedPlace(where, countries, search.defaultRadius)
      : { radius: search.defaultRadius, preferCountries: [...countries] },
    range: { first: 0, last: DOCUMENTS },
    sorts: [],
    widen: true,
  };
}

function typedPlace(label, countries, radius) {
  const unknown = { country: null, administrativeArea: null, lat: null, lon: null, locationType: null };
  return { ...unknown, label, radius, preferCountries: [...countries] };
}

/**
 * @param step one of `stepsOf`
 * @param corpus of open-corpus.mjs
 * @returns the answers of one step: `search(query)` gives ids of jobs, the best first, and `close`
 */
export async function openProduct(step, { dataDir, sites, backendSites, startBackend, logger }) {
  const secrets = [randomBytes(SECRET_BYTES).toString('hex')];
  const backend = await startBackend({
    dataDir,
    sites: backendSites,
    secrets,
    demoData: false,
    logger,
    ...step.settings,
  });
  const { adapt = (variables) => variables } = step;
  return {
    name: step.name,
    async search(query) {
      const variables = adapt(searchVariables(query, sites.get(query.site)));
      const headers = { 'x-causeboard-frontend': `${query.site}; locale=${query.locale}` };
      const request = { operationName: 'JudgedSearch', query: QUERY, variables, headers };
      const { data, errors } = await backend.execute(request);
      if (errors)
        throw new Error(`"${query.text}" on ${query.site}: ${errors.map(({ message }) => message).join(' ')}`);
      return data.searchAPISearch.documents.map(({ id }) => String(id));
    },
    close: () => backend.close(),
  };
}
