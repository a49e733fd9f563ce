import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { Icon } from '../../../components/ui/icon';
import { Mark } from '../../../components/ui/mark';
import { usePage } from '../../../lib/page-context';
import { webAddress } from '../../../components/embeds/embed-address';
import styles from './profile.module.css';

/** Whom one may talk to. */
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
