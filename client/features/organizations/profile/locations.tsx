import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { addressLines } from './address-lines';
import { mapEmbed } from '../../../components/embeds/embed-address';
import { EmbedFrame } from '../../../components/embeds/embed-frame';
import styles from './profile.module.css';

/** Where else the organization is: always as a list, and each place on a map for whoever wants one. */
export function Locations({ locations }: { locations: OrganizationDetailsFragment['furtherLocations'] }) {
  const { t, locale } = usePage();
  const { features } = useSite();
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
          {features.maps && address && address.lat !== null && address.lon !== null && (
            <details>
              <summary>{t('organization.map.show')}</summary>
              <EmbedFrame embed={mapEmbed({ lat: address.lat, lon: address.lon })} title={name} kind="map" />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
