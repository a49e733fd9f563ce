// The product's own search, with the same requests as its pages send.
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
 * The steps in which the search was improved, starting with its state before. `settings` are additional settings of the backend; `adapt`,
 * if given, changes the variables of a request.
 *
 * @param {readonly string[]} features `SEARCH_FEATURES`, in the order in which they were added
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
 * The variables that `jobSearchVariables` of the job list makes for the first page, but for fifty documents instead of one page.
 *
 * @param {import('../query-set.mjs').JudgedQuery} query
 * @param site its configuration
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
 * @param corpus from open-corpus.mjs
 * @returns one step's search: `search(query)` returns job ids, best first; and `close`
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
