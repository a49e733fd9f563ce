const RELEVANCE_SPEC = 'src/backend/search/relevance.spec.ts';
const WEIGHTS = 'src/backend/search/analysis/score-parts.ts';

/** Interpretation of search texts, and the order of results. */
export const RELEVANCE_MUTATIONS = [
  {
    row: 'SEARCH-14',
    clause: 'a title with the word as it was typed comes before one with another form of it',
    file: WEIGHTS,
    from: 'exactWordInTitle: 8,',
    to: 'exactWordInTitle: 0,',
    test: RELEVANCE_SPEC,
  },
  {
    row: 'SEARCH-14',
    clause: 'another name of a word counts less than the word itself',
    file: WEIGHTS,
    from: 'synonymInTitle: 44,\n  synonymAsWholeTitle: 100,',
    to: 'synonymInTitle: 72,\n  synonymAsWholeTitle: 160,',
    test: RELEVANCE_SPEC,
  },
  {
    row: 'SEARCH-14',
    clause: 'what a job states counts among jobs that suit equally well',
    file: 'src/backend/search/engines/memory/query/scorer.ts',
    from: '(pays[document]! > 0 ? payStated : 0)',
    to: '0',
    test: 'src/backend/search/engines/memory/agreement.spec.ts',
  },
  {
    row: 'SEARCH-14',
    clause: 'a search for the words only corrects none of them',
    file: 'src/backend/search/query/correcting-search.ts',
    from: 'if (!keywords || keywords.literal || answer.total > FEW)',
    to: 'if (!keywords || answer.total > FEW)',
    test: RELEVANCE_SPEC,
  },
  {
    row: 'SEARCH-14',
    clause: 'jobs with some of the words are found only where none has all of them',
    file: 'src/backend/search/query/correcting-search.ts',
    from: 'const relaxed = answer.total === 0 ?',
    to: 'const relaxed = answer.total <= FEW ?',
    test: RELEVANCE_SPEC,
  },
  {
    row: 'SEARCH-12',
    clause: 'a place that was read from the words is shown, with a way to take it off',
    file: 'client/features/jobs/list/search-view.ts',
    from: '    geoLocation: place,\n',
    to: '',
    test: 'test/http/search/understanding.spec.ts',
  },
  {
    row: 'SEARCH-12',
    clause: 'a language that was read from the words is a choice of the filter',
    file: 'src/backend/search/understanding/understood-request.ts',
    from: "const LANGUAGE_FIELD = 'language';",
    to: "const LANGUAGE_FIELD = 'langcode';",
    test: 'test/http/search/understanding.spec.ts',
  },
  {
    row: 'SEARCH-09',
    clause: 'pay is compared in the currency of the job',
    file: 'src/backend/search/adverts/advert-limits.ts',
    from: 'limit.least.byCode[columns.currencies[document]!]!',
    to: 'limit.least.byCode[columns.currencies[0]!]!',
    test: 'src/backend/search/engines/memory/agreement.spec.ts',
  },
];
