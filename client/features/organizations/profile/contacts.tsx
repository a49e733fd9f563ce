import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { addressLines } from './address-lines';
import { mapEmbed, webAddress } from '../../../components/embeds/embed-address';
import { EmbedFrame } from '../../../components/embeds/embed-frame';
import styles from './profile.module.css';
import { Icon } from '../../../components/ui/icon';
import { Mark } from '../../../components/ui/mark';

/** Further locations of the organization: always as a list, and each on a map on request. */
export function Locations({ locations }: { locations: OrganizationDetailsFragment['furtherLocations'] }) {
  const { t, locale } = usePage();
  const { features, map, embeds } = useSite();
  return (
    <ul className={styles.locations}>
      {locations.map(({ name, address }) => (
        <li key={name}>
          <h3>{name}</h3>
          {address && (
            <address>
              {addressLines(address, locale).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          )}
          {features.maps && address && (
            <details>
              <summary>{t('organization.map.show')}</summary>
              <EmbedFrame embed={mapEmbed(address, map.centre, embeds.maps)} title={name} kind="map" />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Contact persons of the organization. */
export function ContactPersons({ persons }: { persons: OrganizationDetailsFragment['contactPersons'] }) {
  const { t } = usePage();
  return (
    <ul className={styles.persons}>
      {persons.map(
        ({ salutation, firstName, lastName, photo, position, email, phone, linkedinProfile, contactInfo }) => {
          const name = `${firstName} ${lastName}`;
          const linkedin = webAddress(linkedinProfile);
          return (
            <li key={name}>
              <Mark name={name} logo={photo} large />
              <div>
                <h3>{salutation ? `${salutation} ${name}` : name}</h3>
                {position && <p>{position}</p>}
                {contactInfo && <p>{contactInfo}</p>}
                <p className={styles.ways}>
                  {email && (
                    <a href={`mailto:${email}`}>
                      <Icon name="mail" />
                      {email}
                    </a>
                  )}
                  {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
                  {linkedin && (
                    <a href={linkedin} rel="noopener noreferrer nofollow" target="_blank">
                      {t('organization.contacts.linkedin', { name })}
                      <Icon name="external" />
                    </a>
                  )}
                </p>
              </div>
            </li>
          );
        },
      )}
    </ul>
  );
}
