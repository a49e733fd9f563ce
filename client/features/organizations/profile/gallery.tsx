import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { imageSources } from '../../../components/ui/media/image-sources';
import styles from './profile.module.css';

const WIDTH = 320;

/** Pictures beside each other; each leads to itself in full. */
export function Gallery({ pictures }: { pictures: OrganizationDetailsFragment['gallery'] }) {
  return (
    <ul className={styles.gallery}>
      {pictures.map(({ url, alt }) => (
        <li key={url}>
          <a href={url}>
            <img {...imageSources(url, WIDTH)} alt={alt} loading="lazy" width={WIDTH} height={(WIDTH * 3) / 4} />
          </a>
        </li>
      ))}
    </ul>
  );
}
