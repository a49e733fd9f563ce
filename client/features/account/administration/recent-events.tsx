import type { RecentEvent } from '#contract/measurement/relay-report.js';
import { formatTime } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './administration.module.css';

/** Events that were sent, and the responses to them. */
export function RecentEvents({ events }: { events: readonly RecentEvent[] }) {
  const { t, locale, site } = usePage();
  if (events.length === 0) return <p className={styles.soft}>{t('admin.measurement.none')}</p>;
  return (
    <ol className={styles.events}>
      {events.map(({ at, destination, name, body, outcome, answer }, index) => (
        <li key={index} data-sent={name}>
          <p>
            <strong>{name}</strong>
            <time dateTime={at}>{formatTime(at, locale, site.timeZone)}</time>
          </p>
          <p className={styles.soft}>
            {t(`admin.measurement.destinations.${destination}`)} · {t(`admin.measurement.sent.${outcome}`)}
            {answer && ` · ${answer}`}
          </p>
          <details>
            <summary>{t('admin.measurement.body')}</summary>
            <pre className={styles.body}>{body}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}
