import type { FeaturedOrganizationsQuery, TrainingOrganizationsQuery } from '#contract/generated/operations.js';
import { Mark } from '../../components/ui/mark';
import { Slides } from '../../components/ui/media/slides';
import { usePage, useSite } from '../../lib/page-context';
import styles from './organization.module.css';

/** Organizations that the site promotes, in an unobtrusive strip. */
export function FeaturedOrganizations({
  organizations,
}: {
  organizations: FeaturedOrganizationsQuery['featuredOrganizations'];
}) {
  const { t, href } = usePage();
  return (
    <ul className={styles.strip}>
      {organizations.map(({ id, name, logo, url, openJobs }) => (
        <li key={id}>
          <Mark name={name} logo={logo} />
          <p>
            <a href={href(url.path)}>{name}</a>
            <small>{t('organization.openJobs', { count: openJobs })}</small>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Organizations that offer training, some of them side by side (SEARCH-11). */
export function TrainingOrganizations({
  organizations,
}: {
  organizations: TrainingOrganizationsQuery['trainingOrganizations'];
}) {
  const { t, href } = usePage();
  const { teasers } = useSite();
  return (
    <Slides beside={teasers.trainingSlides} label={t('home.teasers.training')}>
      {organizations.map(({ id, name, logo, url, openJobs }) => (
        <li key={id} className={styles.organization}>
          <Mark name={name} logo={logo} large />
          <h3>
            <a href={href(url.path)}>{name}</a>
          </h3>
          <p>{t('organization.openJobs', { count: openJobs })}</p>
        </li>
      ))}
    </Slides>
  );
}
