import type { ApplicationEventFieldsFragment } from '#contract/generated/operations.js';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './applications.module.css';
import type { Side } from './state-tag';

/** What has become of an application, and what was said of it, the oldest first. */
export function History({ events, side }: { events: readonly ApplicationEventFieldsFragment[]; side: Side }) {
  const { t, locale, site } = usePage();
  return (
    <ol className={styles.history}>
      {events.map((event) => (
        <li key={event.at + event.state + (event.subject ?? '')}>
          <p>
            <strong>
              {event.subject == null
                ? t(`applications.event.${side}.${event.state}`)
                : t(`applications.event.${side}.answer`)}
            </strong>{' '}
            <time dateTime={event.at}>{formatDate(event.at, locale, site.timeZone)}</time>
          </p>
          {event.subject != null && (
            <details className={styles.letter} open={side === 'applicant'}>
              <summary>{event.subject}</summary>
              <p className={styles.text}>{event.body}</p>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
