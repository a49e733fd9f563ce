import type { SentResumeFieldsFragment } from '#contract/generated/operations.js';
import { Column } from '../../components/ui/containers/column';
import { usePage } from '../../lib/page-context';
import styles from './applications.module.css';

/**
 * The resume from the site that was sent with an application, by section: readable without opening the file. `id`: id
 * of its heading; undefined if it is one of several on a page.
 */
export function SentResume({ resume, id }: { resume: SentResumeFieldsFragment; id: string | undefined }) {
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
