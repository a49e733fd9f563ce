import { Alert } from '../../../components/ui/alert';
import { ButtonLink } from '../../../components/ui/button';
import { AccountForm } from '../../../features/account/account-form';
import { AccountFrame } from '../../../features/account/account-frame';
import { usePage } from '../../../lib/page-context';
import type { LogoutPageData } from './+load.server';

export function Page({ data: { form, lost } }: { data: LogoutPageData }) {
  const { t, href } = usePage();
  return (
    <AccountFrame title={t('account.logout.title')} intro={lost ? undefined : t('account.logout.intro')}>
      {lost && <Alert kind="warn">{t('account.logout.lost')}</Alert>}
      <AccountForm
        name="logout"
        form={form}
        labels={{}}
        submit={t('account.logout.submit')}
        busy={t('account.logout.busy')}
      />
      <ButtonLink kind="secondary" wide href={href('/')}>
        {t('account.logout.stay')}
      </ButtonLink>
    </AccountFrame>
  );
}
