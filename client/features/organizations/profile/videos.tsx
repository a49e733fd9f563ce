import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { imageSources } from '../../../components/ui/media/image-sources';
import { usePage } from '../../../lib/page-context';
import { videoEmbed, webAddress } from '../../../components/embeds/embed-address';
import { EmbedFrame } from '../../../components/embeds/embed-frame';
import styles from './profile.module.css';

const WIDTH = 640;

/** Videos with their posters, which are ours; the video comes when it is asked for. */
export function Videos({ videos, name }: { videos: OrganizationDetailsFragment['videoGallery']; name: string }) {
  const { t } = usePage();
  return (
    <ul className={styles.videos}>
      {videos.map(({ source, cover, coverTitle }) => {
        const embed = videoEmbed(source);
        const link = webAddress(source);
        const title = coverTitle ?? t('organization.video.untitled', { name });
        if (!link) return null;
        return (
          <li key={source}>
            {embed ? (
              <EmbedFrame
                embed={embed}
                title={title}
                poster={cover ? imageSources(cover.url, WIDTH).src : undefined}
                kind="video"
              />
            ) : (
              <a href={link} rel="noopener noreferrer nofollow" target="_blank">
                {title}
              </a>
            )}
            {embed && <p>{title}</p>}
          </li>
        );
      })}
    </ul>
  );
}
