// Grades how well a document answers a judged query, from 0 to 3. docs/relevance.md explains the rules.

/** Each unmet condition lowers the grade by this: a 3 becomes a 1, and lower grades become 0. */
const COST_OF_A_CONDITION = 2;
const COST_OF_ANOTHER_LANGUAGE = 1;
const DAY_MS = 86_400_000;
const HOLDS = {
  cities: (cities, { city }) => cities.includes(city),
  countries: (countries, { country }) => countries.includes(country),
  employmentTypes: (types, document) => types.some((type) => document.employmentTypes.includes(type)),
  remote: (options, { remote }) => options.includes(remote),
  causes: (causes, document) => causes.some((cause) => document.causes.includes(cause)),
  languages: (languages, { language }) => languages.includes(language),
  experience: (levels, { experience }) => levels.includes(experience),
  pay: ({ atLeast, currency }, { pay }) => pay !== undefined && pay.currency === currency && pay.yearly >= atLeast,
  paid: (_asked, { pay }) => pay !== undefined,
  maxDays: (days, { publishedAt }, now) => now - publishedAt <= days * DAY_MS,
};

/** Names of the conditions that a query may have. */
export const CONDITIONS = Object.keys(HOLDS);

/**
 * @param {import('./query-set.mjs').JudgedQuery} query
 * @param {import('./documents.mjs').JudgedDocument} document
 * @param {{ needs: Record<string, Record<string, number>>, groups: Map<string, string> }} set
 * @param {number} now in milliseconds; conditions on dates are measured from it
 * @returns {number} 0 to 3
 */
export function gradeOf(query, document, { needs, groups }, now) {
  const need = needs[query.need];
  const whole = Math.max(...document.concepts.map((concept) => gradeOfConcept(need, concept, groups)));
  if (whole <= 0) return 0;
  const unmet = CONDITIONS.filter((name) => query[name] !== undefined && !HOLDS[name](query[name], document, now));
  // If a query consists of conditions only, a document that does not meet all of them is useless.
  if ('*' in need && unmet.length > 0) return 0;
  const foreign = !query.anyLanguage && !query.languages && document.language !== query.language;
  const cost = unmet.length * COST_OF_A_CONDITION + (foreign ? COST_OF_ANOTHER_LANGUAGE : 0);
  return Math.max(0, whole - cost);
}

/** A grade for the concept itself takes precedence over one for its group, and that over one for everything. */
function gradeOfConcept(need, concept, groups) {
  return need[concept] ?? need[`@${groups.get(concept)}`] ?? need['*'] ?? 0;
}
