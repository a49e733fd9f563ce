import type { ReactNode } from 'react';
import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { Container } from '../../../components/ui/container';
import { usePage } from '../../../lib/page-context';
import { ContactPersons } from './contact-persons';
import { Downloads } from './downloads';
import { Gallery } from './gallery';
import { Locations } from './locations';
import styles from './profile.module.css';
import { Videos } from './videos';

/** The groups of a profile that many organizations leave out; each stands here only where there is something in it (SEARCH-17). */
export function ProfileGroups({ organization }: { organization: OrganizationDetailsFragment }) {
  const { gallery, videoGallery, contactPersons, furtherLocations, faq, attachments } = organization;
  const groups: [id: string, content: ReactNode][] = [
    ['gallery', gallery.length > 0 && <Gallery pictures={gallery} />],
    ['videos', videoGallery.length > 0 && <Videos videos={videoGallery} name={organization.name} />],
    ['contacts', contactPersons.length > 0 && <ContactPersons persons={contactPersons} />],
    ['locations', furtherLocations.length > 0 && <Locations locations={furtherLocations} />],
    ['faq', faq.length > 0 && <Questions faq={faq} />],
    ['downloads', attachments.length > 0 && <Downloads attachments={attachments} />],
  ];
  const shown = groups.filter(([, content]) => content !== false);
  if (!shown.length) return null;
  return (
    <Container section className={styles.groups}>
      {shown.map(([id, content]) => (
        <Group key={id} id={id}>
          {content}
        </Group>
      ))}
    </Container>
  );
}

function Group({ id, children }: { id: string; children: ReactNode }) {
  const { t } = usePage();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{t(`organization.${id}.title`)}</h2>
      {children}
    </section>
  );
}

function Questions({ faq }: Pick<OrganizationDetailsFragment, 'faq'>) {
  return (
    <div className={styles.faq}>
      {faq.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
