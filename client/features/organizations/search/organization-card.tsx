import type { OrganizationCardFragment } from '../../../../src/contract/generated/operations.js';
import { Mark } from '../../../components/ui/mark';
import { Tag } from '../../../components/ui/tag';
import { formatDistance, formatPlace } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from './organization-card.module.css';

/** An organization as an item of a list; the whole card leads to its page. */
export function OrganizationCard({
  organization,
  reasons,
}: {
  organization: OrganizationCardFragment;
  reasons: readonly string[];
}) {
  const { t, locale, site, href } = usePage();
  const { name, url, language, logo, snippet, mission, industry, address, openJobs, featured, distance } = organization;
  const marked = snippet.some((part) => part.marked);
  const place = address ? formatPlace(address, locale, site.countries) : '';
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Mark name={name} logo={logo} />
        <h2>
          <a href={href(url.path)} lang={language}>
            {name}
          </a>
        </h2>
      </div>
      <p lang={language} className={styles.text}>
        {marked
          ? snippet.map(({ text, marked: found }, index) => (found ? <mark key={index}>{text}</mark> : text))
          : (mission ?? snippet.map(({ text }) => text).join(''))}
      </p>
      <ul className={styles.facts}>
        {industry && <li>{industry.label}</li>}
        {place && <li>{distance === null ? place : `${place} · ${formatDistance(distance, locale)}`}</li>}
        <li className={styles.jobs}>{t('organization.openJobs', { count: openJobs })}</li>
        {featured && (
          <li>
            <Tag>{t('organizations.featured')}</Tag>
          </li>
        )}
      </ul>
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
