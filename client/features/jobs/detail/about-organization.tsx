import type { JobDetailsFragment } from '#contract/generated/operations.js';
import { Mark } from '../../../components/ui/mark';
import { usePage } from '../../../lib/page-context';
import styles from './job-view.module.css';
import { SectionTitle } from './section-title';

/** The employer in a few lines. */
export function AboutOrganization({
  organization,
  level,
}: {
  organization: JobDetailsFragment['organization'];
  level: 1 | 2;
}) {
  const { t, href } = usePage();
  const { name, mission, logo, url, isPublic, openJobs, industry, size, id } = organization;
  const facts = [industry?.label, size?.label].filter(Boolean).join(' · ');
  return (
    <>
      <SectionTitle level={level}>{t('job.aboutOrganization', { name })}</SectionTitle>
      <div className={styles.card}>
        <Mark name={name} logo={logo} />
        <div>
          {mission && <p>{mission}</p>}
          {facts && <p>{facts}</p>}
          <p>
            {isPublic && <a href={href(url.path)}>{t('job.profile')}</a>}
            {openJobs > 1 && <a href={href(`/jobs?company=${id}`)}>{t('job.openJobs', { count: openJobs })}</a>}
          </p>
        </div>
      </div>
    </>
  );
}
