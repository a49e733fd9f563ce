import type { OrganizationCardFragment } from '#contract/generated/operations.js';
import { MarkView } from '../../../components/ui/mark';
import { MarkedParts } from '../../../components/ui/marked-parts';
import { Tag } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import { ReusedEach } from '../../../lib/reused.server';
import { organizationCard, type OrganizationCardShape, type OrganizationCardTexts } from './organization-card-texts';
import styles from './organization-card.module.css';

/** Organizations below each other. @param reasonsOf reasons for the result, if the user requested them */
export function OrganizationCards({
  organizations,
  reasonsOf,
}: {
  organizations: readonly OrganizationCardFragment[];
  reasonsOf: (organization: OrganizationCardFragment) => readonly string[];
}) {
  const page = usePage();
  return (
    <ol className={styles.list}>
      <ReusedEach
        name="organization"
        items={organizations}
        part={(organization) => organizationCard(organization, reasonsOf(organization), page)}
      >
        {(shape, texts) => <OrganizationCard {...shape} texts={texts} />}
      </ReusedEach>
    </ol>
  );
}

/** An organization as a list item; the whole card is a link to its page. */
function OrganizationCard({ featured, texts }: OrganizationCardShape & { texts: OrganizationCardTexts }) {
  const { t } = usePage();
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <MarkView {...texts} />
        <h2>
          <a href={texts.href} lang={texts.language}>
            {texts.name}
          </a>
        </h2>
      </div>
      <p lang={texts.language} className={styles.text}>
        <MarkedParts {...texts.text} />
      </p>
      <ul className={styles.facts}>
        {texts.industry && <li>{texts.industry}</li>}
        {texts.place && <li>{texts.place}</li>}
        <li className={styles.jobs}>{texts.jobs}</li>
        {featured && (
          <li>
            <Tag>{t('organizations.featured')}</Tag>
          </li>
        )}
      </ul>
      {texts.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {texts.reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
