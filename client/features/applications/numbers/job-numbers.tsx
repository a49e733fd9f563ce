import { SHOWN_WEEKS } from '#contract/job-views.js';
import { Panel } from '../../../components/ui/containers/panel';
import { formatDay, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './job-numbers.module.css';
import type { Numbers } from './load-numbers.server';

const COLUMNS = ['views', 'started', 'applications'] as const;

/** Views, started applications and sent applications of a job, by week and by source. */
export function JobNumbers({ numbers }: { numbers: Numbers }) {
  const { t, locale } = usePage();
  const { views, started, applications } = numbers;
  const isEmpty = views + started + applications === 0;
  const facts = [
    { key: 'views', count: views },
    { key: 'started', count: started },
    { key: 'applications', count: applications },
  ];
  return (
    <Panel id="numbers" title={t('applications.numbers.title')}>
      <p className={styles.soft}>{t('applications.numbers.intro', { weeks: formatNumber(SHOWN_WEEKS, locale) })}</p>
      {isEmpty ? (
        <p>{t('applications.numbers.none')}</p>
      ) : (
        <>
          <dl className={styles.facts}>
            {facts.map(({ key, count }) => (
              <div key={key} data-number={key}>
                <dt>{t(`applications.numbers.${key}`)}</dt>
                <dd>{formatNumber(count, locale)}</dd>
              </div>
            ))}
          </dl>
          <Chart weeks={numbers.weeks} />
          <WeekTable weeks={numbers.weeks} />
          <SourceTable numbers={numbers} />
        </>
      )}
    </Panel>
  );
}

const WEEK_WIDTH = 10;
const WEEK_BAR = 8;
const CHART_HEIGHT = 40;

/** Hidden from screen readers: the table below has the same data. */
function Chart({ weeks }: { weeks: Numbers['weeks'] }) {
  const most = Math.max(1, ...weeks.map(({ views, applications }) => Math.max(views, applications)));
  const bar = (count: number, at: number) => {
    const height = (count / most) * CHART_HEIGHT;
    return { x: at * WEEK_WIDTH + 1, y: CHART_HEIGHT - height, width: WEEK_BAR, height };
  };
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${weeks.length * WEEK_WIDTH} ${CHART_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {weeks.map(({ week, views, applications }, at) => (
        <g key={week}>
          <rect className={styles.views} {...bar(views, at)} />
          <rect className={styles.applications} {...bar(applications, at)} />
        </g>
      ))}
    </svg>
  );
}

function WeekTable({ weeks }: { weeks: Numbers['weeks'] }) {
  const { t, locale } = usePage();
  return (
    <details>
      <summary>{t('applications.numbers.byWeek')}</summary>
      <table className={styles.table} data-weeks>
        <thead>
          <tr>
            <th scope="col">{t('applications.numbers.week')}</th>
            {(['views', 'started', 'applications'] as const).map((what) => (
              <th key={what} scope="col">
                {t(`applications.numbers.short.${what}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, views, started, applications }) => (
            <tr key={week}>
              <th scope="row">
                <time dateTime={week}>{formatDay(week, locale)}</time>
              </th>
              {[views, started, applications].map((count, at) => (
                <td key={at}>{formatNumber(count, locale)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type Column = (typeof COLUMNS)[number];

type Row = { source: string } & Record<Column, number>;

/** Views, applications started and applications sent by source, with bars for each source. The unknown source comes last. */
function SourceTable({ numbers }: { numbers: Numbers }) {
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

const ROW_WIDTH = 100;
const ROW_BAR = 3;

/** Bars of a row, hidden from screen readers because the cells contain the same numbers. */
function Bars({ row, columns, most }: { row: Row; columns: readonly Column[]; most: number }) {
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${ROW_WIDTH} ${columns.length * ROW_BAR}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {columns.map((column, at) => (
        <rect
          key={column}
          className={styles[column]}
          x={0}
          y={at * ROW_BAR}
          width={(row[column] / most) * ROW_WIDTH}
          height={ROW_BAR - 0.5}
        />
      ))}
    </svg>
  );
}
