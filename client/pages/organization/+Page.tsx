import { ButtonLink } from '../../components/ui/buttons/button';
import { Container, Column } from '../../components/ui/containers/container';
import { JobList } from '../../features/jobs/list/job-list';
import { OrganizationAbout, OrganizationHead } from '../../features/organizations/organization-about';
import { ProfileGroups } from '../../features/organizations/profile/profile-groups';
import { TrackedEvent } from '../../lib/measurement/tracked';
import { usePage } from '../../lib/page-context';
import type { OrganizationPageData } from './+load.server';
import styles from './organization-page.module.css';

export function Page({ data: { organization, jobs } }: { data: OrganizationPageData }) {
  const { t, href } = usePage();
  const { id, openJobs } = organization;
  return (
    <>
      <TrackedEvent event="orgprofile_visit" id={id} />
      <OrganizationHead organization={organization} />
      <Container section gap={7} className={styles.page}>
        {/* On a phone, the description precedes ten of its jobs; a link leads directly to the jobs. */}
        {jobs.length > 0 && (
          <a className={styles.toJobs} href="#jobs">
            {t('organization.openJobs', { count: openJobs })}
          </a>
        )}
        <OrganizationAbout organization={organization} />
        <Column as="section" gap={4} className={styles.jobs} aria-labelledby="jobs">
          <h2 id="jobs">{t('organization.openJobs', { count: openJobs })}</h2>
          {jobs.length > 0 ? <JobList jobs={jobs} level={3} brief ofOneEmployer /> : <p>{t('organization.noJobs')}</p>}
          {openJobs > jobs.length && (
            <p>
              <ButtonLink kind="secondary" href={href(`/jobs?company=${id}`)}>
                {t('organization.allJobs', { count: openJobs })}
              </ButtonLink>
            </p>
          )}
        </Column>
      </Container>
      <ProfileGroups organization={organization} />
    </>
  );
}
