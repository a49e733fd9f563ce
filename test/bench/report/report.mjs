// The table of a run: one row a figure, with what it is compared with and the budget it must keep.
import { rounded } from './statistics.mjs';

/**
 * @typedef {object} Row
 * @property {string} part
 * @property {string} what with its unit
 * @property {number | null} value
 * @property {number | null} [yardstick] the same figure of what it is compared with
 * @property {number | null} [ratio] is judged instead of the value; there and undefined: the yardstick was missing
 * @property {number} [most] budget
 * @property {number} [least] budget
 * @property {number} [spread] largest by smallest round
 * @property {boolean} [disturbed] other programs used the machine in every round
 * @property {string} [note]
 */

/** @returns `holds`, by how much it does not, or nothing where nothing is asked */
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

/** In Markdown, aligned, so that it can be read here and kept elsewhere. */
export function tableOf(rows) {
  const cells = [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, read]) => read(row)))];
  const widths = COLUMNS.map((_, at) => Math.max(3, ...cells.map((line) => line[at].length)));
  const line = (texts) => `| ${texts.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
  const [head, ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
