import { PRIVACY_PATH } from '#contract/pages/paths.js';
import {
  ADVERTISING_SERVICES,
  CONSENT_SERVICES,
  type ConsentChoices,
  CONSENT_CHOICE_FIELD,
  CONSENT_SERVICE_FIELD,
} from '#contract/consent/consent-services.js';
import { type PageConsent } from '#contract/consent/consent-providers.js';
import { CONSENT_VENDORS } from '#contract/generated/consent-vendors.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { usePage, useSite } from '../../lib/page-context';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { FormErrors } from '../../components/ui/forms/form-errors';
import type { PageForm } from '../../lib/page-form';
import styles from '../../features/consent/consent-form.module.css';
import type { ConsentPageData } from './+load.server';
import { CsrfFields } from '../../components/ui/forms/hidden-fields';

export function Page({ data: { form, choices, hasPrivacyControl } }: { data: ConsentPageData }) {
  const { t, href } = usePage();
  const { consent } = useSite();
  return (
    <OwnPage
      narrow
      title={t('services.title')}
      intro={
        <p>
          {t('services.intro')} <a href={href(PRIVACY_PATH)}>{t('services.policy')}</a>
        </p>
      }
    >
      {!consent ? (
        <Alert>{t('services.none')}</Alert>
      ) : consent.provider === 'klaro' ? (
        <ConsentForm consent={consent} choices={choices} form={form} hasPrivacyControl={hasPrivacyControl} />
      ) : (
        <ProviderSettings consent={consent} choices={choices} />
      )}
    </OwnPage>
  );
}

/** All third-party services of the site with their purposes, each to be allowed or rejected; works without scripts. */
function ConsentForm({
  consent,
  choices,
  form,
  hasPrivacyControl,
}: {
  consent: PageConsent;
  choices: ConsentChoices;
  form: PageForm;
  hasPrivacyControl: boolean;
}) {
  const { t } = usePage();
  const used = CONSENT_SERVICES.filter((service) => consent.services[service] !== undefined);
  return (
    <Column gap={4}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      {hasPrivacyControl && used.some((service) => ADVERTISING_SERVICES.includes(service)) && (
        <Alert>{t('services.privacyControl')}</Alert>
      )}
      <Column as="form" method="post" action={form.action} gap={5} data-services-form>
        <CsrfFields value={form.csrf} />
        <fieldset className={styles.services}>
          <legend>{t('services.legend')}</legend>
          {used.map((service) => (
            <div key={service} className={styles.service}>
              <input
                id={`service-${service}`}
                type="checkbox"
                name={CONSENT_SERVICE_FIELD}
                value={service}
                defaultChecked={choices[service] === true}
                disabled={hasPrivacyControl && ADVERTISING_SERVICES.includes(service)}
                aria-describedby={`service-${service}-purpose`}
              />
              <label htmlFor={`service-${service}`}>{t(`services.name.${service}`)}</label>
              <p id={`service-${service}-purpose`}>{t(`services.purpose.${service}`)}</p>
            </div>
          ))}
        </fieldset>
        <div className={styles.buttons}>
          <Button name={CONSENT_CHOICE_FIELD} value="selected">
            {t('services.save')}
          </Button>
          <Button name={CONSENT_CHOICE_FIELD} value="none" kind="secondary">
            {t('services.refuseAll')}
          </Button>
          <Button name={CONSENT_CHOICE_FIELD} value="all" kind="secondary">
            {t('services.acceptAll')}
          </Button>
        </div>
      </Column>
    </Column>
  );
}

/**
 * The visitor's decisions if an external provider manages them: its own dialog changes them, which requires scripts, as
 * every service does.
 */
function ProviderSettings({ consent, choices }: { consent: PageConsent; choices: ConsentChoices }) {
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
