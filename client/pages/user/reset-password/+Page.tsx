import { AccountFrame, LoginLink } from '../../../features/account/account-page';
import { NewPasswordForm, ResetRequestForm } from '../../../features/account/password-forms';
import { usePage } from '../../../lib/page-context';
import type { ResetPasswordPageData } from './+load.server';

export function Page({ data: { form, query, hasLink } }: { data: ResetPasswordPageData }) {
  const { t } = usePage();
  if (hasLink)
    return (
      <AccountFrame title={t('account.reset.newTitle')} intro={t('account.reset.newIntro')}>
        <NewPasswordForm form={form} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t('account.reset.title')} intro={t('account.reset.intro')}>
      <ResetRequestForm form={form} />
      <LoginLink query={query} />
    </AccountFrame>
  );
}
