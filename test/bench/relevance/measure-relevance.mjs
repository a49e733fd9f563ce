// Quality of the results of the judged queries: for the product's search, step by step, and for other engines on the same jobs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { gradeOf } from './grade.mjs';
import { figuresOf, hasAnswer } from './metrics.mjs';
import { openCorpus } from './open-corpus.mjs';
import { readQuerySet, SPLITS } from './query-set.mjs';
import { detailsOf, rowsOf, tablesOf, weakOf, worstOf } from './relevance-report.mjs';
import { openMiniSearch } from './systems/mini-search.mjs';
import { openProduct, stepsOf } from './systems/product.mjs';
import { openTextRank } from './systems/text-rank.mjs';

const YARDSTICKS = [openTextRank, openMiniSearch];

/**
 * @param {string} run.sharedDir contains the adverts, `data/job-ads.csv`; without them only the demo data is used
 * @param {string} [run.split] one of SPLITS; defaults to both
 * @param {number} run.worst number of worst queries of the tuning part that are listed with their results
 * @param {boolean} run.weak whether the weak queries are listed in the same way
 * @param {object} run.details receives everything that is not a row of the common table
 * @returns rows of the common table
 */
export async function measureRelevance({ sharedDir, split, worst, weak, details }) {
  const set = readQuerySet();
  const file = join(sharedDir, 'data/job-ads.csv');
  const advertisements = existsSync(file) ? file : undefined;
  if (!advertisements) console.log(`  ${file} is not there: the demo data alone is searched.`);
  const corpus = await openCorpus(advertisements);
  try {
    const splits = split ? [split] : SPLITS;
    const asked = judgedQueries(set, corpus).filter(({ query }) => splits.includes(query.split));
    const answerable = asked.filter(({ ideal }) => hasAnswer(ideal));
    if (answerable.length < asked.length)
      console.log(`  ${asked.length - answerable.length} queries have no answer among these jobs and are left out.`);
    const answers = await answersOf(answerable, corpus);
    details.relevance = detailsOf(answers);
    console.log(tablesOf(answers, splits));
    if (worst > 0) console.log(worstOf(answers, corpus.titles, worst));
    if (weak) console.log(weakOf(answers, corpus.titles));
    return rowsOf(answers, splits);
  } finally {
    await corpus.close();
  }
}

/** @returns each query with the grades of all documents of its site, by id and as a list */
function judgedQueries(set, { documents, now }) {
  return set.queries.map((query) => {
    const grades = new Map(documents.get(query.site).map((each) => [each.id, gradeOf(query, each, set, now)]));
    return { query, grades, ideal: [...grades.values()] };
  });
}

/** Sends the queries to one system after another. @returns results with grades for each query and system */
async function answersOf(queries, corpus) {
  const answers = [];
  const { SEARCH_FEATURES } = await backendModule('../contract/search/search-features.js');
  const openings = [
    ...stepsOf(SEARCH_FEATURES).map((step) => () => openProduct(step, corpus)),
    ...YARDSTICKS.map((open) => () => open(corpus)),
  ];
  for (const open of openings) {
    const system = await open();
    try {
      for (const { query, grades, ideal } of queries) {
        const ids = await system.search(query);
        const found = ids.map((id) => ({ id, grade: grades.get(id) ?? 0 }));
        const figures = figuresOf(
          found.map(({ grade }) => grade),
          ideal,
        );
        answers.push({ system: system.name, query, found, figures });
      }
    } finally {
      await system.close();
    }
  }
  return answers;
}
