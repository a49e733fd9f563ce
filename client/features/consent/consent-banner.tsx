import { reportedPath } from '#contract/consent/consent-services.js';
import { SERVICES_CONSENT_PATH } from '#contract/pages/paths.js';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { usePage, useSite } from '../../lib/page-context';
import styles from './consent-banner.module.css';

/**
 * Asks for consent to third-party services. Part of every page of a site that uses some, the same for everybody and
 * hidden: a script shows it to visitors who have not decided yet. Without scripts, no service is ever loaded, and the
 * link at the end of the page leads to the same settings.
 */
export function ConsentBanner() {
  const { t, href, path } = usePage();
  const { asksForConsent, consent } = useSite();
  if (!asksForConsent || consent?.provider !== 'klaro' || path === SERVICES_CONSENT_PATH) return null;
  return (
    <section
      className={styles.banner}
      aria-labelledby="consent-title"
      data-consent-banner
      data-saved={t('services.saved')}
      hidden
    >
      <div className={styles.inside}>
        <div>
          <h2 id="consent-title">{t('services.banner.title')}</h2>
          <p>{t('services.banner.text')}</p>
        </div>
        <div className={styles.choices}>
          <Button type="button" kind="secondary" value="none">
            {t('services.refuseAll')}
          </Button>
          <Button type="button" kind="secondary" value="all">
            {t('services.acceptAll')}
          </Button>
          <ButtonLink kind="quiet" href={href(SERVICES_CONSENT_PATH)}>
            {t('services.banner.choose')}
          </ButtonLink>
        </div>
        <p role="alert" className={styles.failure} data-text={t('services.notSaved')} />
      </div>
    </section>
  );
}

/**
 * Link to the consent settings on every page; also contains the site's consent configuration for scripts, and the path
 * to report to services if it is not that of the page.
 */
export function ConsentLink() {
  const { t, href, path } = usePage();
  const { asksForConsent, consent } = useSite();
  if (!consent) return null;
  const reported = reportedPath(path);
  return (
    <a
      href={href(SERVICES_CONSENT_PATH)}
      data-consent={JSON.stringify(consent)}
      data-asks={asksForConsent || undefined}
      data-reported={reported === path ? undefined : href(reported)}
    >
      {t('services.title')}
    </a>
  );
}
