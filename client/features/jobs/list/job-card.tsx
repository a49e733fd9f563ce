import { MarkView } from '../../../components/ui/mark';
import { usePage } from '../../../lib/page-context';
import { ReusedEach } from '../../../lib/reused.server';
import { jobCard, type JobCardOptions, type JobCardShape, type JobCardTexts } from './job-card-texts';
import type { JobCardFragment } from '#contract/generated/operations.js';
import styles from './job-card.module.css';

/** Jobs, each as an item of a list. */
export function JobCards({ jobs, ...options }: JobCardOptions & { jobs: readonly JobCardFragment[] }) {
  const page = usePage();
  return (
    <ReusedEach name="card" items={jobs} part={(job) => jobCard(job, options, page)}>
      {(shape, texts) => <JobCard {...shape} texts={texts} />}
    </ReusedEach>
  );
}

function JobCard({ level, open, remote, marks, reasons, texts }: JobCardShape & { texts: JobCardTexts }) {
  const { t } = usePage();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className={styles.card} aria-current={open || undefined}>
      <MarkView {...texts} />
      <div>
        <Heading>
          <a href={texts.href} data-job={texts.id} lang={texts.language}>
            {texts.title}
          </a>
        </Heading>
        <p>{texts.organization}</p>
      </div>
      <button
        type="button"
        data-save={texts.id}
        aria-label={t('jobs.save', { title: texts.title })}
        aria-pressed="false"
      />
      <ul>
        <li className={remote ? styles.remote : styles.place}>{texts.place}</li>
        {texts.pay && <li className={styles.pay}>{texts.pay}</li>}
        {texts.type && <li className={styles.type}>{texts.type}</li>}
        <li className={styles.time}>
          <time dateTime={texts.published} title={texts.date}>
            {texts.ago}
          </time>
        </li>
      </ul>
      {marks.length > 0 && (
        <p className={styles.snippet} lang={texts.language}>
          {texts.snippet.map((text, index) => (marks[index] ? <mark key={index}>{text}</mark> : text))}
        </p>
      )}
      {reasons > 0 && (
        <ul className={styles.reasons}>
          {texts.reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
