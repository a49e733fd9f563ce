import type { PageConsent } from '#contract/consent/consent-providers.js';
import { CONSENT_SERVICES, type ConsentChoices } from '#contract/consent/consent-services.js';
import { CONSENT_VENDORS } from '#contract/generated/consent-vendors.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { usePage } from '../../lib/page-context';
import styles from './consent-form.module.css';

/**
 * The visitor's decisions if an external provider manages them: its own dialog changes them, which requires scripts, as
 * every service does.
 */
export function ProviderSettings({ consent, choices }: { consent: PageConsent; choices: ConsentChoices }) {
  const { t } = usePage();
  const { provider, services } = consent;
  if (provider === 'klaro') return null;
  const used = CONSENT_SERVICES.filter((service) => services[service] !== undefined);
  return (
    <Column gap={5}>
      <p>{t('services.external.text', { provider: CONSENT_VENDORS[provider].label })}</p>
      <noscript>
        <p>{t('services.external.withoutScripts')}</p>
      </noscript>
      <div className={styles.scripted}>
        <Button type="button" data-consent-settings>
          {t('services.external.open')}
        </Button>
      </div>
      <dl className={styles.services}>
        {used.map((service) => (
          <div key={service} className={styles.service}>
            <dt>{t(`services.name.${service}`)}</dt>
            <dd>{t(choices[service] ? 'services.allowed' : 'services.refused')}</dd>
          </div>
        ))}
      </dl>
    </Column>
  );
}
