import { MANAGED_PRODUCT_PATH, MANAGED_PRODUCTS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { ManagedProductForm, PriceHistory, RetirePanel } from '../../../features/products/managed-product-form';
import { nameIn, ProductState } from '../../../features/products/managed-product-table';
import { usePage } from '../../../lib/page-context';
import type { ManagedProductData } from './+load.server';

/** A product, which can be changed, retired and restored; or a new one. */
export function Page({ data: { product, forms, notice } }: { data: ManagedProductData }) {
  const { t, locale } = usePage();
  const title = product ? nameIn(product, locale) : t('product-admin.new');
  const trail = [
    { name: t('product-admin.title'), path: MANAGED_PRODUCTS_PATH },
    { name: title, path: MANAGED_PRODUCT_PATH },
  ];
  return (
    <OwnPage
      title={title}
      trail={trail}
      intro={
        product && (
          <p>
            {product.code} <ProductState product={product} />
          </p>
        )
      }
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`product-admin.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <ManagedProductForm form={forms.save} isNew={!product} />
      {product && (
        <>
          <PriceHistory history={product.priceHistory} />
          <RetirePanel retired={product.retired} forms={forms} />
        </>
      )}
    </OwnPage>
  );
}
