import type { JobCardFragment } from '../../../../src/contract/generated/operations.js';
import { Mark } from '../../../components/ui/mark';
import { formatDate, formatDistance, formatPay, formatPlace, formatRelativeDay } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { Reused } from '../../../lib/reused.server';
import { workplace } from '../workplace';
import styles from './job-card.module.css';

const DAY_MS = 86_400_000;

interface JobCardProps {
  job: JobCardFragment;
  level?: 2 | 3;
  /** It stands beside the list. */
  open?: boolean;
  /** Without the text that matched. */
  brief?: boolean;
}

/** A job in a list. */
export function JobCard({ job, level = 2, open, brief }: JobCardProps) {
  const { now } = usePage();
  const { snippet, ...rest } = job;
  const day = Math.floor(now.getTime() / DAY_MS);
  return (
    <li className={styles.card} aria-current={open || undefined}>
      <Reused by={`card ${level} ${day} ${JSON.stringify(rest)}`}>
        <JobFacts job={job} level={level} />
      </Reused>
      {!brief && snippet.length > 0 && <Snippet job={job} />}
    </li>
  );
}

function JobFacts({ job, level }: { job: JobCardFragment; level: 2 | 3 }) {
  const { locale, localePrefix, now, site, t } = usePage();
  const Heading = level === 2 ? 'h2' : 'h3';
  const place = workplace(job, t, locale, job.address && formatPlace(job.address, locale, site.countries));
  const pay = job.salary && formatPay(job.salary, locale, site.currencyPosition, t);
  return (
    <>
      <Mark name={job.organization.name} logo={job.organization.logo} />
      <div>
        <Heading>
          <a href={localePrefix + job.url.path} data-job={job.id} lang={foreign(job.language, locale)}>
            {job.title}
          </a>
        </Heading>
        <p>{job.organization.name}</p>
      </div>
      <button type="button" data-save={job.id} aria-label={t('jobs.save', { title: job.title })} aria-pressed="false" />
      <ul>
        <li className={place.remote ? styles.remote : styles.place}>
          {place.text}
          {job.distance !== null && !place.remote && ` · ${formatDistance(job.distance, locale)}`}
        </li>
        {pay && <li className={styles.pay}>{pay}</li>}
        {job.employmentType.length > 0 && (
          <li className={styles.type}>{job.employmentType.map(({ label }) => label).join(', ')}</li>
        )}
        <li className={styles.time}>
          <time dateTime={job.published.slice(0, 10)} title={formatDate(job.published, locale)}>
            {formatRelativeDay(job.published, now, locale)}
          </time>
        </li>
      </ul>
    </>
  );
}

function Snippet({ job: { snippet, language } }: { job: JobCardFragment }) {
  const { locale } = usePage();
  return (
    <p className={styles.snippet} lang={foreign(language, locale)}>
      {snippet.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))}
    </p>
  );
}
/** The language of a text that is not the page's. */
function foreign(language: string, locale: string): string | undefined {
  return language === locale.slice(0, 2) ? undefined : language;
}
