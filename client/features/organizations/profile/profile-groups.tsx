import type { ReactNode } from 'react';
import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { Container, Column } from '../../../components/ui/containers/container';
import { usePage, useSite } from '../../../lib/page-context';
import { Icon } from '../../../components/ui/icon';
import { formatBytes } from '../../../lib/format';
import { imageSources } from '../../../components/ui/media/image-sources';
import { videoEmbed, webAddress, mapEmbed } from '../../../components/embeds/embed-address';
import { EmbedFrame } from '../../../components/embeds/embed-frame';
import { addressLines, otherLanguage } from '../organization-about';
import { Mark } from '../../../components/ui/mark';
import styles from './profile.module.css';

interface Spoken {
  /** Language of the organization's texts; undefined if it is that of the page. */
  lang: string | undefined;
}

/** Groups of a profile that many organizations leave empty; each is rendered only if it has content (SEARCH-17). */
export function ProfileGroups({ organization }: { organization: OrganizationDetailsFragment }) {
  const { gallery, videoGallery, contactPersons, furtherLocations, faq, attachments } = organization;
  const lang = otherLanguage(organization, usePage().locale);
  const groups: [id: string, content: ReactNode][] = [
    ['gallery', gallery.length > 0 && <Gallery pictures={gallery} lang={lang} />],
    ['videos', videoGallery.length > 0 && <Videos videos={videoGallery} name={organization.name} lang={lang} />],
    ['contacts', contactPersons.length > 0 && <ContactPersons persons={contactPersons} lang={lang} />],
    ['locations', furtherLocations.length > 0 && <Locations locations={furtherLocations} lang={lang} />],
    ['faq', faq.length > 0 && <Questions faq={faq} lang={lang} />],
    ['downloads', attachments.length > 0 && <Downloads attachments={attachments} lang={lang} />],
  ];
  const shown = groups.filter(([, content]) => content !== false);
  if (!shown.length) return null;
  return (
    <Container section gap={7}>
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
    <Column as="section" gap={4} className={styles.group} aria-labelledby={id}>
      <h2 id={id}>{t(`organization.${id}.title`)}</h2>
      {children}
    </Column>
  );
}

function Questions({ faq, lang }: Pick<OrganizationDetailsFragment, 'faq'> & Spoken) {
  return (
    <div className={styles.faq} lang={lang}>
      {faq.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}

/** Documents, with their type and size. */
function Downloads({ attachments, lang }: Pick<OrganizationDetailsFragment, 'attachments'> & Spoken) {
  const { locale } = usePage();
  return (
    <ul className={styles.downloads}>
      {attachments.map(({ name, url, contentType, size }) => (
        <li key={url}>
          <a href={url} download={name} lang={lang}>
            <Icon name="download" />
            {name}
          </a>
          <small>
            {contentType.replace(/^.*\//, '').toUpperCase()}, {formatBytes(size, locale)}
          </small>
        </li>
      ))}
    </ul>
  );
}

const WIDTH = 320;

/** Pictures side by side, each linked to its full size. */
function Gallery({ pictures, lang }: { pictures: OrganizationDetailsFragment['gallery'] } & Spoken) {
  return (
    <ul className={styles.gallery}>
      {pictures.map(({ url, alt }) => (
        <li key={url}>
          <a href={url}>
            <img
              {...imageSources(url, WIDTH)}
              alt={alt}
              lang={lang}
              loading="lazy"
              width={WIDTH}
              height={(WIDTH * 3) / 4}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

const PREVIEW_WIDTH = 640;

/** Videos with preview images from our own server; a video is loaded on request. */
function Videos({
  videos,
  name,
  lang,
}: { videos: OrganizationDetailsFragment['videoGallery']; name: string } & Spoken) {
  const { t } = usePage();
  const { embeds } = useSite();
  return (
    <ul className={styles.videos}>
      {videos.map(({ source, cover, coverTitle }) => {
        const embed = videoEmbed(source, embeds);
        const link = webAddress(source);
        const title = coverTitle ?? t('organization.video.untitled', { name });
        const titleLang = coverTitle === null ? undefined : lang;
        if (!link) return null;
        return (
          <li key={source}>
            {embed ? (
              <EmbedFrame
                embed={embed}
                title={title}
                poster={cover ? imageSources(cover.url, PREVIEW_WIDTH).src : undefined}
                kind="video"
              />
            ) : (
              <a href={link} rel="noopener noreferrer nofollow" target="_blank" lang={titleLang}>
                {title}
              </a>
            )}
            {embed && <p lang={titleLang}>{title}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** Further locations of the organization: always as a list, and each on a map on request. */
function Locations({ locations, lang }: { locations: OrganizationDetailsFragment['furtherLocations'] } & Spoken) {
  const { t, locale } = usePage();
  const { features, map, embeds } = useSite();
  return (
    <ul className={styles.locations}>
      {locations.map(({ name, address }) => (
        <li key={name}>
          <h3 lang={lang}>{name}</h3>
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
function ContactPersons({ persons, lang }: { persons: OrganizationDetailsFragment['contactPersons'] } & Spoken) {
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
                <h3 lang={lang}>{salutation ? `${salutation} ${name}` : name}</h3>
                {position && <p lang={lang}>{position}</p>}
                {contactInfo && <p lang={lang}>{contactInfo}</p>}
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
