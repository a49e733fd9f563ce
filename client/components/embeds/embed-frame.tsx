import { usePage, useSite } from '../../lib/page-context';
import { Button } from '../ui/buttons/button';
import { Icon } from '../ui/icon';
import type { Embed } from './embed-address';
import styles from './embed.module.css';

/**
 * Placeholder for content of another service: names the service, and loads the content on request, once or always.
 * Until then, no request is sent to the service. Without scripts, it is a link.
 * @param poster preview image from our own server
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
  const { consent } = useSite();
  const { service, frame, link } = embed;
  // Other consent providers keep their own decisions, which our button cannot change.
  const canAlways = consent?.provider === 'klaro';
  const name = <span className={styles.name}>: {title}</span>;
  return (
    <div
      className={styles.embed}
      data-embed={frame}
      data-embed-title={frame && title}
      data-embed-service={frame && embed.consent}
    >
      {poster && <img src={poster} alt="" loading="lazy" />}
      <div className={styles.ask}>
        {frame && (
          <>
            <p>{t(`embed.${kind}.consent`, { service })}</p>
            <Button type="button" kind="secondary" data-embed-load className={styles.load}>
              {t(`embed.${kind}.load`)}
              {name}
            </Button>
            {canAlways && (
              <Button type="button" kind="secondary" data-embed-always className={styles.load}>
                {t(`embed.${kind}.always`, { service })}
              </Button>
            )}
          </>
        )}
        <a href={link} rel="noopener noreferrer" target="_blank">
          {t('embed.open', { service })}
          {name}
          <Icon name="external" />
        </a>
        {canAlways && <p role="status" className={styles.failure} data-embed-failure={t('services.notSaved')} />}
      </div>
    </div>
  );
}
