import { SHOWN_WEEKS } from '#contract/job-views.js';
import { Panel } from '../../../components/ui/containers/panel';
import { formatDay, formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './job-numbers.module.css';
import type { Numbers } from './load-numbers.server';
import { SourceTable } from './source-table';

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

const WIDTH = 10;
const BAR = 8;
const HEIGHT = 40;

/** Hidden from screen readers: the table below has the same data. */
function Chart({ weeks }: { weeks: Numbers['weeks'] }) {
  const most = Math.max(1, ...weeks.map(({ views, applications }) => Math.max(views, applications)));
  const bar = (count: number, at: number) => {
    const height = (count / most) * HEIGHT;
    return { x: at * WIDTH + 1, y: HEIGHT - height, width: BAR, height };
  };
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${weeks.length * WIDTH} ${HEIGHT}`}
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
