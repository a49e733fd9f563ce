import { Fragment } from 'react';
import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { Column } from '../../components/ui/containers/column';
import { Icon } from '../../components/ui/icon';
import { Prose } from '../../components/ui/prose';
import { Tag } from '../../components/ui/tag';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import styles from './organization.module.css';
import { addressLines } from './profile/address-lines';
import { webAddress } from '../../components/embeds/embed-address';

/** An organization's description of itself. */
export function OrganizationAbout({ organization }: { organization: OrganizationDetailsFragment }) {
  const { t, locale } = usePage();
  const { features } = useSite();
  const { presentation, benefits, occupation, fieldsOfStudy, website, socialProfiles, name } = organization;
  const address = organization.organizationLocation;
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
      {presentation && <Prose html={presentation} />}
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
          <p>{text}</p>
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
