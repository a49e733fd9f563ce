import { MANAGED_PRODUCT_PATH, PRODUCTS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { ManagedProductTable } from '../../../features/products/managed-product-table';
import { usePage, useSite } from '../../../lib/page-context';
import type { ManagedProductsData } from './+load.server';

/** Current and former products of the site, with links to change them. */
export function Page({ data: { products } }: { data: ManagedProductsData }) {
  const { t, href } = usePage();
  const { commerce } = useSite();
  const groups = [
    ['sold', products.filter(({ retired }) => !retired)],
    ['retired', products.filter(({ retired }) => retired)],
  ] as const;
  return (
    <OwnPage
      title={t('product-admin.title')}
      intro={
        <p>
          {t('product-admin.intro')}{' '}
          {commerce.selfService && <a href={href(PRODUCTS_PATH)}>{t('product-admin.seePage')}</a>}
        </p>
      }
    >
      <p>
        <ButtonLink href={href(MANAGED_PRODUCT_PATH)}>{t('product-admin.new')}</ButtonLink>
      </p>
      {products.length === 0 && <p>{t('product-admin.none')}</p>}
      {groups.map(
        ([name, listed]) =>
          listed.length > 0 && (
            <Column key={name} as="section" gap={3} aria-labelledby={`group-${name}`}>
              <h2 id={`group-${name}`}>{t(`product-admin.group.${name}`)}</h2>
              <ManagedProductTable products={listed} />
            </Column>
          ),
      )}
    </OwnPage>
  );
}
