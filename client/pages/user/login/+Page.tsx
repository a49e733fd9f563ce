import { DangerAlert } from '../../../components/ui/danger-alert';
import { AccountFrame } from '../../../features/account/account-frame';
import { LoginForm } from '../../../features/account/login-form';
import { RegistrationLinks } from '../../../features/account/registration-links';
import { usePage } from '../../../lib/page-context';
import type { LoginPageData } from './+load.server';

export function Page({ data: { form, query, failed } }: { data: LoginPageData }) {
  const { t, localePrefix } = usePage();
  return (
    <AccountFrame title={t('account.login.title')} intro={t('account.login.intro')}>
      {failed && (
        <DangerAlert address={`${localePrefix}/user/login${query}`}>
          <p>{t(`account.error.${failed}.text`)}</p>
        </DangerAlert>
      )}
      <LoginForm form={form} query={query} />
      <RegistrationLinks query={query} />
    </AccountFrame>
  );
}
