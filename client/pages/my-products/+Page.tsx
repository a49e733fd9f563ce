import { OWN_ORGANIZATION_PATH, ownProductsPath } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Alert } from '../../components/ui/feedback/alert';
import { OwnInvoices } from '../../features/products/own-invoices';
import { OwnSubscriptions } from '../../features/products/own-subscriptions';
import styles from '../../features/products/own-products.module.css';
import { Statement, Balances } from '../../features/products/statement';
import { usePage } from '../../lib/page-context';
import type { OwnProductsData } from './+load.server';

/** An organization's purchases, and how they were used. */
export function Page({ data: { organization, organizations, parts, notice } }: { data: OwnProductsData }) {
  const { t, href } = usePage();
  if (!organization || !parts)
    return (
      <OwnPage title={t('my-products.title')} intro={<p>{t('my-products.noOrganization')}</p>}>
        <p>
          <ButtonLink href={href(OWN_ORGANIZATION_PATH)}>{t('my-products.addOrganization')}</ButtonLink>
        </p>
      </OwnPage>
    );
  const { credits, statement, subscriptions, invoices, forms } = parts;
  const address = href(ownProductsPath(organization.id));
  return (
    <OwnPage title={t('my-products.title')} intro={<p>{t('my-products.intro', { name: organization.name })}</p>}>
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`my-products.notice.${notice}`)}
          </Alert>
        </div>
      )}
      {organizations.length > 1 && (
        <nav aria-label={t('my-products.organizations')}>
          <ul className={styles.choices}>
            {organizations.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={href(ownProductsPath(id))}
                  aria-current={id === organization.id ? 'true' : undefined}
                  rel="nofollow"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Balances credits={credits} address={address} />
      {statement && <Statement statement={statement} accounts={credits.data} address={address} />}
      {subscriptions && <OwnSubscriptions subscriptions={subscriptions} forms={forms} address={address} />}
      {invoices && <OwnInvoices invoices={invoices} address={address} />}
    </OwnPage>
  );
}
