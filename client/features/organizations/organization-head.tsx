import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { Container } from '../../components/ui/containers/container';
import { imageSources } from '../../components/ui/media/image-sources';
import { Mark } from '../../components/ui/mark';
import { formatPlace } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import styles from './organization.module.css';

/** The header of an organization's page: its logo, its name and its purpose. */
export function OrganizationHead({
  organization,
  level = 1,
}: {
  organization: OrganizationDetailsFragment;
  level?: 1 | 2;
}) {
  const Name = `h${level}` as const;
  const { t, locale, site } = usePage();
  const {
    name,
    alternativeName,
    mission,
    cover,
    logo,
    industry,
    size,
    foundedYear,
    organizationLocation: address,
  } = organization;
  const facts: [name: string, text: string | undefined][] = [
    ['industry', industry?.label],
    ['size', size?.label],
    ['founded', foundedYear ? String(foundedYear) : undefined],
    ['place', address ? formatPlace(address, locale, site.countries) : undefined],
  ];
  return (
    <header className={styles.band}>
      {cover && <img className={styles.cover} {...imageSources(cover.url, 640)} alt="" width={1280} height={320} />}
      <Container className={styles.head}>
        <Mark name={name} logo={logo} large />
        <div>
          <Name>{name}</Name>
          {alternativeName && <p>{alternativeName}</p>}
          {mission && <p className={styles.mission}>{mission}</p>}
        </div>
        <dl className={styles.facts}>
          {facts.map(([fact, text]) =>
            text ? (
              <div key={fact}>
                <dt>{t(`organization.${fact}`)}</dt>
                <dd>{text}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </Container>
    </header>
  );
}
