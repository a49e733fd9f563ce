// The table of a run: one row per figure, with its yardstick and its budget.
import { rounded } from './statistics.mjs';

/**
 * @typedef {object} Row
 * @property {string} part
 * @property {string} what name of the figure, with its unit
 * @property {number | null} value
 * @property {number | null} [yardstick] the same figure of the yardstick
 * @property {number | null} [ratio] judged instead of the value; present but undefined if the yardstick is missing
 * @property {number} [most] budget
 * @property {number} [least] budget
 * @property {number} [spread] ratio of the largest to the smallest round
 * @property {boolean} [disturbed] whether other programs used the machine in every round
 * @property {string} [note]
 */

/** @returns `holds`, or by how much the budget is missed, or nothing without a budget */
export function verdict(row) {
  const { value, ratio, most, least } = row;
  const judged = 'ratio' in row ? ratio : value;
  if (most === undefined && least === undefined) return '';
  if ('ratio' in row && ratio === undefined) return 'not compared';
  if (judged === null || judged === undefined || Number.isNaN(judged)) return 'not measured';
  if (most !== undefined && judged > most) return `over: ${share(judged, most)}`;
  if (least !== undefined && judged < least) return `under: ${share(judged, least)}`;
  return 'holds';
}

function share(judged, budget) {
  return budget === 0 ? `by ${rounded(judged)}` : `${Math.round((100 * judged) / budget)} % of it`;
}

const COLUMNS = [
  ['part', ({ part }) => part],
  ['what', ({ what }) => what],
  ['measured', ({ value }) => shown(value)],
  ['yardstick', ({ yardstick }) => shown(yardstick)],
  ['ratio', ({ ratio }) => shown(ratio)],
  ['budget', ({ most, least }) => (most !== undefined ? `≤ ${most}` : least !== undefined ? `≥ ${least}` : '')],
  ['verdict', verdict],
  ['rounds', ({ spread, disturbed }) => (spread ? `× ${spread.toFixed(2)}${disturbed ? ' disturbed' : ''}` : '')],
  ['', ({ note }) => note ?? ''],
];

function shown(value) {
  return value === undefined || value === null ? '' : String(rounded(value));
}

/** As aligned Markdown, which can be read on a terminal and pasted into documents. */
export function tableOf(rows) {
  const cells = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, read]) => read(row)))];
  const widths = COLUMNS.map((_, at) => Math.max(3, ...cells.map((line) => line[at].length)));
  const line = (texts) => `| ${texts.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
  const [head, ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
