import type { OrganizationDetailsFragment } from '../../../src/contract/generated/operations.js';
import { Icon } from '../../components/ui/icon';
import { Prose } from '../../components/ui/prose';
import { Tag } from '../../components/ui/tag';
import { usePage } from '../../lib/page-context';
import styles from './organization.module.css';

/** What an organization says of itself. */
export function OrganizationAbout({ organization }: { organization: OrganizationDetailsFragment }) {
  const { t } = usePage();
  const { presentation, benefits, website, name } = organization;
  return (
    <section className={styles.about} aria-labelledby="about">
      <h2 id="about">{t('organization.about', { name })}</h2>
      {presentation && <Prose html={presentation} />}
      {benefits.length > 0 && (
        <>
          <h3>{t('organization.benefits')}</h3>
          <ul className={styles.tags}>
            {benefits.map(({ label }) => (
              <li key={label}>
                <Tag>{label}</Tag>
              </li>
            ))}
          </ul>
        </>
      )}
      {website && (
        <p>
          <a href={website} rel="noopener nofollow" target="_blank">
            {t('organization.website')} <Icon name="external" />
          </a>
        </p>
      )}
    </section>
  );
}
