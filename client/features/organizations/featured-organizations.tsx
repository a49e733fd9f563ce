import type { FeaturedOrganizationsQuery } from '#contract/generated/operations.js';
import { Mark } from '../../components/ui/mark';
import { usePage } from '../../lib/page-context';
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
