import { PRIVACY_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { Alert } from '../../components/ui/feedback/alert';
import { ConsentForm, ProviderSettings } from '../../features/consent/consent-form';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import type { ConsentPageData } from './+load.server';

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
