import { Fragment } from 'react';
import type { OrganizationDetailsFragment, ProfileAddressFragment } from '#contract/generated/operations.js';
import { Icon } from '../../components/ui/icon';
import { Prose } from '../../components/ui/prose';
import { Tag } from '../../components/ui/tag';
import { usePage, useSite } from '../../lib/page-context';
import { webAddress } from '../../components/embeds/embed-address';
import { countryName, formatPlace } from '../../lib/format';
import { Container, Column } from '../../components/ui/containers/container';
import { imageSources } from '../../components/ui/media/image-sources';
import { Mark } from '../../components/ui/mark';
import styles from './organization.module.css';

/** Countries in which the postal code precedes the town. */
const CODE_FIRST = ['DE', 'AT', 'CH', 'FR', 'BE', 'LU', 'NL', 'IT', 'ES', 'PT', 'DK', 'SE', 'NO', 'FI', 'PL'];

/** An organization's description of itself. */
export function OrganizationAbout({ organization }: { organization: OrganizationDetailsFragment }) {
  const { t, locale } = usePage();
  const { features } = useSite();
  const { presentation, benefits, occupation, fieldsOfStudy, website, socialProfiles, name } = organization;
  const address = organization.organizationLocation;
  const lang = otherLanguage(organization, locale);
  const lists: [name: string, terms: readonly { label: string }[]][] = [
    ['benefits', benefits],
    ['occupations', occupation],
    ['fieldsOfStudy', features.fieldsOfStudy ? fieldsOfStudy : []],
    ['cvJobRole', organization.cvJobRole],
    ['cvIndustry', organization.cvIndustry],
  ];
  const extras = (['cvFocusOfOrganization', 'cvFunctionalDepartment'] as const).flatMap((name) => {
    const text = organization[name];
    return text ? [[name, text] as const] : [];
  });
  const links = [
    [t('organization.website'), webAddress(website)] as const,
    ...socialProfiles.map(({ network, url }) => [t(`organization.social.${network}`), webAddress(url)] as const),
  ].filter((link): link is readonly [string, string] => link[1] !== undefined);
  return (
    <Column as="section" gap={4} className={styles.about} aria-labelledby="about">
      <h2 id="about">{t('organization.about', { name })}</h2>
      {presentation && <Prose html={presentation} lang={lang} />}
      {lists.map(([list, terms]) =>
        terms.length ? (
          <Fragment key={list}>
            <h3>{t(`organization.${list}`)}</h3>
            <ul className={styles.tags}>
              {terms.map(({ label }) => (
                <li key={label}>
                  <Tag>{label}</Tag>
                </li>
              ))}
            </ul>
          </Fragment>
        ) : null,
      )}
      {extras.map(([name, text]) => (
        <Fragment key={name}>
          <h3>{t(`organization.${name}`)}</h3>
          <p lang={lang}>{text}</p>
        </Fragment>
      ))}
      {address && (
        <>
          <h3>{t('organization.address')}</h3>
          <address className={styles.address}>
            {addressLines(address, locale).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </>
      )}
      <ul className={styles.links}>
        {links.map(([label, url]) => (
          <li key={url}>
            <a href={url} rel="noopener nofollow" target="_blank">
              {label} <Icon name="external" />
            </a>
          </li>
        ))}
      </ul>
    </Column>
  );
}

/** @returns the language of an organization's texts, for its elements; undefined if it is that of the page */
export function otherLanguage(
  { language }: Pick<OrganizationDetailsFragment, 'language'>,
  locale: string,
): string | undefined {
  return language === locale.slice(0, 2) ? undefined : language;
}

/** An address in the format of an envelope. */
export function addressLines(address: ProfileAddressFragment, locale: string): string[] {
  const { addressLine1, addressLine2, zip, locality, administrativeArea, countryCode } = address;
  const town = CODE_FIRST.includes(countryCode)
    ? join([zip, locality], ' ')
    : join([locality, join([administrativeArea, zip], ' ')], ', ');
  return [addressLine1, addressLine2, town, countryName(countryCode, locale)].filter((line) => !!line) as string[];
}

function join(parts: readonly (string | null)[], between: string): string {
  return parts.filter((part) => !!part).join(between);
}

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
  const lang = otherLanguage(organization, locale);
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
          <Name lang={lang}>{name}</Name>
          {alternativeName && <p lang={lang}>{alternativeName}</p>}
          {mission && (
            <p className={styles.mission} lang={lang}>
              {mission}
            </p>
          )}
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
