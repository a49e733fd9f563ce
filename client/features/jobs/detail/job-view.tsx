import type { ReactNode } from 'react';
import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Mark } from '../../../components/ui/mark';
import { Prose } from '../../../components/ui/prose';
import { usePage } from '../../../lib/page-context';
import { AboutOrganization } from './about-organization';
import { ApplyBar } from './apply-bar';
import { JobClosed } from './job-closed';
import { JobOnTheWay } from './job-on-the-way';
import { JobExtras } from './job-extras';
import { JobFacts } from './job-facts';
import { JobVideo } from './job-video';
import styles from './job-view.module.css';
import { SectionTitle } from './section-title';

/** A job with everything about it; on its own page (`level` 1) and beside the list (`level` 2). `tools`: above the title. */
export function JobView({ job, level, tools }: { job: JobDetailsFragment; level: 1 | 2; tools?: ReactNode }) {
  const { href, locale, t } = usePage();
  const Heading = level === 1 ? 'h1' : 'h2';
  const { organization } = job;
  const lang = job.language === locale.slice(0, 2) ? undefined : job.language;
  return (
    <article className={styles.job} aria-labelledby="job-title">
      <header className={styles.head}>
        {tools}
        <Mark name={organization.name} logo={organization.logo} large={level === 1} />
        <div>
          <Heading id="job-title" tabIndex={-1} lang={lang}>
            {job.title}
          </Heading>
          <p>
            {organization.isPublic ? <a href={href(organization.url.path)}>{organization.name}</a> : organization.name}
          </p>
        </div>
      </header>
      {job.closed && <JobClosed job={job} />}
      {isOnTheWay(job) && <JobOnTheWay job={job} />}
      <JobFacts job={job} />
      {job.state === 'published' && <ApplyBar job={job} />}
      <PrintedAddresses job={job} />
      <div className={styles.body}>
        <SectionTitle level={level}>{t('job.description')}</SectionTitle>
        <Prose html={job.description} lang={lang} />
        {job.videoUrl && <JobVideo source={job.videoUrl} title={job.title} />}
        <JobExtras job={job} level={level} />
        <AboutOrganization organization={organization} level={level} />
      </div>
    </article>
  );
}

/** Only those who work on it see its page yet. */
export function isOnTheWay({ state, closed }: JobDetailsFragment): boolean {
  return !closed && state !== 'published';
}

/** On paper nobody can follow a link: where one applies, and where the job is. */
function PrintedAddresses({ job }: { job: JobDetailsFragment }) {
  const { origin, href } = usePage();
  const apply = job.applicationWorkflow === 'form' ? undefined : (job.applicationLink ?? job.applicationEmail);
  return (
    <ul className={styles.printed} data-printed>
      {apply && !job.closed && <li>{apply}</li>}
      <li>{origin + href(job.url.path)}</li>
    </ul>
  );
}
