// Report of a run of the judged queries: tables by language and class, the worst queries of the tuning part, and rows with budgets.
import { LANGUAGES } from './query-set.mjs';
import { meanFigures } from './metrics.mjs';

const FIGURES = [
  { name: 'ndcg', heading: 'nDCG@10' },
  { name: 'precision', heading: 'precision@3' },
  { name: 'recall', heading: 'recall@50' },
  { name: 'zero', heading: 'share of queries without a result' },
];
const ALL = 'all';
const YARDSTICKS = ['ts_rank', 'MiniSearch'];
const MIN_RATIO_TO_YARDSTICK = 1.25;
const MIN_RATIO_TO_FIRST_STEP = 1.15;
const MIN_PRECISION_OF_TITLES = 0.95;
const MAX_RATIO_OF_ZEROS = 0.5;
const SHOWN_TITLES = 5;

/** @returns Markdown tables, one for each split, language and metric, with a row per class and a column per system */
export function tablesOf(answers, splits) {
  const parts = splits.flatMap((split) => LANGUAGES.map((language) => ({ split, language })));
  return parts.flatMap((part) => FIGURES.map((figure) => tableOf(answers, part, figure))).join('\n');
}

function tableOf(answers, { split, language }, { name, heading }) {
  const systems = systemsOf(answers);
  const mine = answers.filter(({ query }) => query.split === split && query.language === language);
  const lines = [ALL, ...new Set(mine.map(({ query }) => query.kind))].map((kind) => {
    const ofKind = kind === ALL ? mine : mine.filter(({ query }) => query.kind === kind);
    const means = systems.map((system) => meanOf(ofKind, system));
    return [kind, String(means[0]?.queries ?? 0), ...means.map((mean) => shown(mean?.[name]))];
  });
  return `\n${split}, ${language}: ${heading}\n\n${markdown([['class', 'queries', ...systems], ...lines])}`;
}

/** Uses the tuning part only, because people who change the search must not know the other one. */
export function worstOf(answers, titles, count) {
  const { name, tuning } = lastTuningAnswers(answers);
  const worst = tuning.toSorted((one, other) => one.figures.ndcg - other.figures.ndcg).slice(0, count);
  return `\nthe worst of the tuning part, by ${name}:\n${described(worst, titles)}`;
}

/** Results of the queries that were known to be weak. */
export function weakOf(answers, titles) {
  const { name, tuning } = lastTuningAnswers(answers);
  const weak = tuning.filter(({ query }) => query.weak);
  return `\nthe weak queries, by ${name}:\n${described(weak, titles)}`;
}

function lastTuningAnswers(answers) {
  const { last } = stepsIn(answers);
  return { name: last, tuning: answers.filter(({ system, query }) => system === last && query.split === 'tune') };
}

/** @returns for each answer its nDCG@10, its query, and the first titles with their grades */
function described(answers, titles) {
  const lines = answers.map(({ query, found, figures }) => {
    const { text, where, site, language, kind, need } = query;
    const first = found.slice(0, SHOWN_TITLES).map(({ id, grade }) => `    ${grade}  ${titles.get(id)}`);
    const what = `${shown(figures.ndcg)}  "${text}"${where ? ` in "${where}"` : ''} (${site}, ${language}, ${kind}, need ${need})`;
    return [what, ...(first.length > 0 ? first : ['    nothing'])].join('\n');
  });
  return lines.join('\n');
}

/** Saved details of a run: the means of every system, split, language and class, without any query. */
export function detailsOf(answers) {
  const groups = new Map();
  for (const answer of answers)
    for (const kind of [ALL, answer.query.kind]) {
      const { system, query } = answer;
      const name = JSON.stringify({ system, split: query.split, language: query.language, kind });
      groups.set(name, [...(groups.get(name) ?? []), answer.figures]);
    }
  return [...groups].map(([name, figures]) => Object.assign(JSON.parse(name), meanFigures(figures)));
}

/** @returns the metrics with budgets for the last step, compared with the first step and the better yardstick */
export function rowsOf(answers, splits) {
  const { first, last } = stepsIn(answers);
  return splits.flatMap((split) => {
    const mine = answers.filter(({ query }) => query.split === split);
    const titles = mine.filter(({ query }) => query.kind === 'title');
    const [zero, zeroBefore] = [meanOf(mine, last)?.zero, meanOf(mine, first)?.zero];
    return [
      ...LANGUAGES.flatMap((language) =>
        ndcgRows(
          mine.filter(({ query }) => query.language === language),
          `${split}, ${language}`,
        ),
      ),
      row(`${split}: precision@3 of titles`, meanOf(titles, last)?.precision, { least: MIN_PRECISION_OF_TITLES }),
      row(
        `${split}: share of queries without a result`,
        zero,
        versus(zero, zeroBefore, first, { most: MAX_RATIO_OF_ZEROS }),
      ),
    ];
  });
}

function ndcgRows(answers, name) {
  const { first, last } = stepsIn(answers);
  const value = meanOf(answers, last)?.ndcg;
  const yardsticks = YARDSTICKS.map((system) => ({ system, ndcg: meanOf(answers, system)?.ndcg ?? 0 }));
  const better = yardsticks.reduce((one, other) => (other.ndcg > one.ndcg ? other : one));
  const before = meanOf(answers, first)?.ndcg;
  return [
    row(`${name}: nDCG@10`, value, versus(value, better.ndcg, better.system, { least: MIN_RATIO_TO_YARDSTICK })),
    row(`${name}: nDCG@10`, value, versus(value, before, first, { least: MIN_RATIO_TO_FIRST_STEP })),
  ];
}

/** @returns names of the product's first and last step */
function stepsIn(answers) {
  const steps = systemsOf(answers).filter((system) => !YARDSTICKS.includes(system));
  return { first: steps[0], last: steps.at(-1) };
}

function row(what, value, rest) {
  return { part: 'relevance', what, value: value ?? null, ...rest };
}

function versus(value, yardstick, name, budget) {
  if (!yardstick || value === undefined) return {};
  return { yardstick, ratio: value / yardstick, note: `yardstick: ${name}`, ...budget };
}

function meanOf(answers, system) {
  return meanFigures(answers.filter((answer) => answer.system === system).map(({ figures }) => figures));
}

function systemsOf(answers) {
  return [...new Set(answers.map(({ system }) => system))];
}

function shown(value) {
  return value === undefined ? '' : value.toFixed(3);
}

function markdown(lines) {
  const widths = lines[0].map((_, at) => Math.max(3, ...lines.map((cells) => cells[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  const [head, ...body] = lines;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
