import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountForm } from '../../../features/account/account-form';
import { AccountFrame, type AccountPageData } from '../../../features/account/account-page';
import { usePage } from '../../../lib/page-context';

export function Page({ data: { form } }: { data: AccountPageData }) {
  const { t, href } = usePage();
  return (
    <AccountFrame title={t('account.logout.title')} intro={t('account.logout.intro')}>
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
