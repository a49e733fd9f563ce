import { SETTINGS_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountForm } from '../../../features/account/account-form';
import { AccountFrame } from '../../../features/account/account-page';
import { usePage } from '../../../lib/page-context';
import type { ConfirmEmailData } from './+load.server';

export function Page({ data: { form, state } }: { data: ConfirmEmailData }) {
  const { t, href } = usePage();
  return (
    <AccountFrame title={t('dashboard.confirmEmail.title')} intro={t(`dashboard.confirmEmail.${state}`)}>
      {state === 'link' ? (
        <AccountForm
          name="confirm-email"
          form={form}
          labels={{}}
          submit={t('dashboard.confirmEmail.submit')}
          busy={t('dashboard.settings.busy')}
        />
      ) : (
        <ButtonLink href={href(SETTINGS_PATH)}>{t('dashboard.confirmEmail.settings')}</ButtonLink>
      )}
    </AccountFrame>
  );
}
