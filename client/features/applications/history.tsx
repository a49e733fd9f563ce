import type { ApplicationEventFieldsFragment } from '#contract/generated/operations.js';
import { formatTime } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './applications.module.css';
import type { Side } from './state-tag';

/** The events and messages of an application, the oldest first. */
export function History({ events, side }: { events: readonly ApplicationEventFieldsFragment[]; side: Side }) {
  const { t, locale, site } = usePage();
  return (
    <ol className={styles.history}>
      {events.map((event) => (
        <li key={event.at + event.state + (event.subject ?? '')}>
          <p>
            <strong>{t(`applications.event.${side}.${kindOf(event)}`)}</strong>{' '}
            <span className={styles.when}>
              {event.author != null && <span>{t('applications.doneBy', { name: event.author })}</span>}
              <time dateTime={event.at}>{formatTime(event.at, locale, site.timeZone)}</time>
            </span>
          </p>
          {isAddition(event) && (
            <div className={styles.letter}>
              {event.body && <p className={styles.text}>{event.body}</p>}
              {event.files.length > 0 && <p>{t('applications.add.listed', { files: event.files.join(', ') })}</p>}
            </div>
          )}
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

/** Whether the event is a message or file that the applicant has added after applying. */
function isAddition({ byEmployer, subject, body, files }: ApplicationEventFieldsFragment): boolean {
  return !byEmployer && subject == null && (Boolean(body) || files.length > 0);
}

/** Last part of the event's text key in the catalogue. */
function kindOf(event: ApplicationEventFieldsFragment): string {
  if (event.subject != null) return event.byEmployer ? 'answer' : 'reply';
  return isAddition(event) ? 'added' : event.state;
}
