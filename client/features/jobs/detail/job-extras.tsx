import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Icon } from '../../../components/ui/icon';
import { Tag } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import { JobLinks } from './job-links';
import styles from './job-view.module.css';
import { SectionTitle } from './section-title';

/** What the employer listed beside the text, and what one can do with the job. */
export function JobExtras({ job, level }: { job: JobDetailsFragment; level: 1 | 2 }) {
  const { t } = usePage();
  const lists: [name: string, labels: readonly string[]][] = [
    ['benefits', job.benefits.map(({ label }) => label)],
    ['skills', job.skillsFree],
    ['languages', job.languages.map(({ label }) => label)],
    ['fieldsOfStudy', job.fieldsOfStudy.map(({ label }) => label)],
    ['fields', [...new Set([...job.industries, ...job.occupationalField].map(({ label }) => label))]],
  ];
  return (
    <>
      {lists.map(([name, labels]) =>
        labels.length ? (
          <section key={name} className={styles.body} aria-label={t(`job.${name}`)}>
            <SectionTitle level={level}>{t(`job.${name}`)}</SectionTitle>
            <ul className={styles.tags}>
              {labels.map((label) => (
                <li key={label}>
                  <Tag>{label}</Tag>
                </li>
              ))}
            </ul>
          </section>
        ) : null,
      )}
      {job.file && (
        <p>
          <a href={job.file.url} rel="nofollow">
            <Icon name="download" /> {job.file.name}
          </a>
        </p>
      )}
      <JobLinks job={job} />
      {job.reference && <p>{t('job.reference', { reference: job.reference })}</p>}
    </>
  );
}
