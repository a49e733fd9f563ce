import type { ApplicationFileFieldsFragment } from '#contract/generated/operations.js';
import { Column } from '../../components/ui/column';
import { Icon } from '../../components/ui/icon';
import { formatBytes, formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './applications.module.css';

/** What somebody has written and sent. */
export function ApplicationContent({
  application: { coverLetter, answers, attachments, filesDeleted, archive },
}: {
  application: {
    coverLetter: string;
    answers: readonly { question: string; answer: string }[];
    attachments: readonly ApplicationFileFieldsFragment[];
    filesDeleted: string | null;
    archive?: string | null;
  };
}) {
  const { t, locale, site } = usePage();
  return (
    <Column gap={5} className={styles.content}>
      <section aria-labelledby="letter">
        <h3 id="letter">{t('applications.coverLetter')}</h3>
        {coverLetter ? (
          <p className={styles.text}>{coverLetter}</p>
        ) : (
          <p className={styles.soft}>{t('applications.noLetter')}</p>
        )}
      </section>
      {answers.length > 0 && (
        <section aria-labelledby="answers">
          <h3 id="answers">{t('applications.answers')}</h3>
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
      <section aria-labelledby="files">
        <h3 id="files">{t('applications.files')}</h3>
        {attachments.length === 0 && (
          <p className={styles.soft}>
            {filesDeleted
              ? t('applications.filesDeleted', { date: formatDate(filesDeleted, locale, site.timeZone) })
              : t('applications.noFiles')}
          </p>
        )}
        {attachments.length > 0 && (
          <ul className={styles.files}>
            {attachments.map(({ id, name, size, url }) => (
              <li key={id}>
                <a href={url} download={name}>
                  <Icon name="download" />
                  <span>{name}</span>
                </a>
                <small>{formatBytes(size, locale)}</small>
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
    </Column>
  );
}
