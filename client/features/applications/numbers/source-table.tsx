import { formatDay, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './job-numbers.module.css';
import type { Numbers } from './load-numbers.server';

const COLUMNS = ['views', 'started', 'applications'] as const;
type Column = (typeof COLUMNS)[number];
type Row = { source: string } & Record<Column, number>;

/** Views, applications started and applications sent by source, with bars for each source. The unknown source comes last. */
export function SourceTable({ numbers }: { numbers: Numbers }) {
  const { t, locale } = usePage();
  const { applicationSourcesSince: since } = numbers;
  const columns = numbers.sources.some(({ applications }) => applications === null) ? (['views'] as const) : COLUMNS;
  const rows = rowsOf(numbers, columns);
  if (rows.length === 0) return null;
  const most = Math.max(...rows.flatMap((row) => columns.map((column) => row[column])));
  return (
    <>
      <table className={styles.table} data-sources>
        <caption>{t('applications.numbers.sources')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('applications.numbers.source')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                <Key column={column} />
                {t(`applications.numbers.short.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.source} data-source={row.source}>
              <th scope="row">
                {t(`applications.numbers.from.${row.source}`)}
                <Bars row={row} columns={columns} most={most} />
              </th>
              {columns.map((column) => (
                <td key={column} data-count={column}>
                  {formatNumber(row[column], locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {since && (
        <p className={styles.soft} data-sources-since>
          {t('applications.numbers.sourcesSince', { date: formatDay(since, locale) })}
        </p>
      )}
    </>
  );
}

/** @returns sources with at least one count, those with the most views first */
function rowsOf({ sources, ...totals }: Numbers, columns: readonly Column[]): Row[] {
  const known = sources.map(({ source, views, started, applications }) => ({
    source,
    views,
    started: started ?? 0,
    applications: applications ?? 0,
  }));
  const rest = (column: Column): number =>
    columns.includes(column) ? Math.max(0, totals[column] - known.reduce((sum, row) => sum + row[column], 0)) : 0;
  const unknown = {
    source: 'unknown',
    views: rest('views'),
    started: rest('started'),
    applications: rest('applications'),
  };
  const order = (one: Row, other: Row) =>
    other.views - one.views || other.started - one.started || other.applications - one.applications;
  return [...known.sort(order), unknown].filter((row) => columns.some((column) => row[column] > 0));
}

/** Legend: the color of the column's bars. */
function Key({ column }: { column: Column }) {
  return (
    <svg className={styles.key} viewBox="0 0 1 1" aria-hidden="true">
      <rect className={styles[column]} width={1} height={1} />
    </svg>
  );
}

const WIDTH = 100;
const BAR = 3;

/** Bars of a row, hidden from screen readers because the cells contain the same numbers. */
function Bars({ row, columns, most }: { row: Row; columns: readonly Column[]; most: number }) {
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${WIDTH} ${columns.length * BAR}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {columns.map((column, at) => (
        <rect
          key={column}
          className={styles[column]}
          x={0}
          y={at * BAR}
          width={(row[column] / most) * WIDTH}
          height={BAR - 0.5}
        />
      ))}
    </svg>
  );
}
