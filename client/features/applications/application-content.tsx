import type {
  ApplicationFileFieldsFragment,
  SentResumeFieldsFragment,
  ApplicationEventFieldsFragment,
} from '#contract/generated/operations.js';
import { VIEW_QUERY } from '#contract/applications/uploads.js';
import { applicationFileTextPath } from '#contract/pages/paths.js';
import { Column } from '../../components/ui/containers/container';
import { Icon } from '../../components/ui/icon';
import { formatBytes, formatDate, formatTime } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './applications.module.css';
import type { Side } from './application-marks';

/** The content of an application. `isOneOfMany`: one of several on a page; its parts are then no landmarks. */
export function ApplicationContent({
  isOneOfMany = false,
  application: { coverLetter, answers, attachments, resume, filesDeleted, archive, deletion },
}: {
  isOneOfMany?: boolean;
  application: {
    coverLetter: string;
    answers: readonly { question: string; answer: string }[];
    attachments: readonly ApplicationFileFieldsFragment[];
    resume: SentResumeFieldsFragment | null;
    filesDeleted: string | null;
    archive?: string | null;
    /** Date on which the application is deleted completely. */
    deletion?: string | null;
  };
}) {
  const { t, href, locale, site } = usePage();
  const headingId = (name: string) => (isOneOfMany ? undefined : name);
  return (
    <Column gap={5} className={styles.content}>
      <section aria-labelledby={headingId('letter')}>
        <h3 id={headingId('letter')}>{t('applications.coverLetter')}</h3>
        {coverLetter ? (
          <p className={styles.text}>{coverLetter}</p>
        ) : (
          <p className={styles.soft}>{t('applications.noLetter')}</p>
        )}
      </section>
      {answers.length > 0 && (
        <section aria-labelledby={headingId('answers')}>
          <h3 id={headingId('answers')}>{t('applications.answers')}</h3>
          <Column as="dl" gap={4} className={styles.answers}>
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd className={styles.text}>{answer}</dd>
              </div>
            ))}
          </Column>
        </section>
      )}
      {resume && <SentResume resume={resume} id={headingId('resume')} />}
      <section aria-labelledby={headingId('files')}>
        <h3 id={headingId('files')}>{t('applications.files')}</h3>
        {attachments.length === 0 && (
          <p className={styles.soft}>
            {filesDeleted
              ? t('applications.filesDeleted', { date: formatDate(filesDeleted, locale, site.timeZone) })
              : t('applications.noFiles')}
          </p>
        )}
        {attachments.length > 0 && (
          <ul className={styles.files}>
            {attachments.map(({ id, name, size, url, view }) => (
              <li key={id}>
                <a href={url} download={name}>
                  <Icon name="download" />
                  <span>{name}</span>
                </a>
                <small>{formatBytes(size, locale)}</small>
                {view === 'pdf' && (
                  <a href={`${url}?${VIEW_QUERY}`} target="_blank" rel="noopener nofollow">
                    {t('applications.viewFile', { name })}
                  </a>
                )}
                {view === 'text' && (
                  <a href={href(applicationFileTextPath(id))} rel="nofollow">
                    {t('applications.readFile', { name })}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
        {archive && attachments.length > 1 && (
          <p>
            <a href={archive} download="">
              {t('applications.downloadAll')}
            </a>
          </p>
        )}
      </section>
      {deletion && (
        <p className={styles.soft} data-deletion={deletion}>
          {t('applications.deletion', { date: formatDate(deletion, locale, site.timeZone) })}
        </p>
      )}
    </Column>
  );
}

/**
 * The resume from the site that was sent with an application, by section: readable without opening the file. `id`: id
 * of its heading; undefined if it is one of several on a page.
 */
function SentResume({ resume, id }: { resume: SentResumeFieldsFragment; id: string | undefined }) {
  const { t } = usePage();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('applications.resume')}</h3>
      <p>
        <strong>{resume.title}</strong>
      </p>
      <p className={styles.soft}>{resume.contact.join(' · ')}</p>
      <Column gap={4}>
        {resume.sections.map(({ title, entries }) => (
          <div key={title} className={styles.resumePart}>
            <h4>{title}</h4>
            <ul>
              {entries.map((entry, index) => (
                <li key={index}>
                  {entry.title && <strong>{entry.title}</strong>}
                  {(entry.detail || entry.time) && (
                    <p className={styles.soft}>{[entry.detail, entry.time].filter(Boolean).join(' · ')}</p>
                  )}
                  {entry.lines.length > 0 && <p className={styles.text}>{entry.lines.join('\n')}</p>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Column>
    </section>
  );
}

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
