import { usePage } from '../../lib/page-context';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import type { Embed } from './embed-address';
import styles from './embed.module.css';

/**
 * Stands where something of another service would: says whose it is, and loads it when somebody wants it. Until then nothing is asked of
 * the service. Without scripts there is the link.
 * @param poster ours
 */
export function EmbedFrame({
  embed,
  title,
  poster,
  kind,
}: {
  embed: Embed;
  title: string;
  poster?: string;
  kind: 'video' | 'map';
}) {
  const { t } = usePage();
  const { service, frame, link } = embed;
  return (
    <div className={styles.embed} data-embed={frame} data-embed-title={title}>
      {poster && <img src={poster} alt="" loading="lazy" />}
      <div className={styles.ask}>
        <p>{t(`embed.${kind}.consent`, { service })}</p>
        <Button type="button" kind="secondary" data-embed-load className={styles.load}>
          {t(`embed.${kind}.load`)}
          <span className={styles.name}>: {title}</span>
        </Button>
        <a href={link} rel="noopener noreferrer" target="_blank">
          {t('embed.open', { service })}
          <span className={styles.name}>: {title}</span>
          <Icon name="external" />
        </a>
      </div>
    </div>
  );
}
