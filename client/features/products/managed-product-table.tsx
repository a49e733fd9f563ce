import { isUnsupported, type GraphqlResult } from '#contract/backend/graphql-outcome.js';
import {
  type ManagedProductFactsFragment,
  ManagedProductsDocument,
  type ManagedProductsQuery,
  ManagedProductsWithoutVersionDocument,
} from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { managedProductPath } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { PRODUCT_NUMBERS, priceField, textField, writeAmount } from '#contract/commerce/product-fields.js';
import { Tag } from '../../components/ui/tag';
import { usePage } from '../../lib/page-context';
import styles from './managed-products.module.css';
import { benefitsOf, termsOf } from './product-words';

/** A product of the site, as an administrator sees it. */
export type ManagedProduct = ManagedProductsQuery['managedProducts'][number];

/** Loads all products of the site. If a backend has no versions of them, saving does not recognize what has changed meanwhile. */
export async function loadProducts(request: PageRequest): Promise<GraphqlResult<ManagedProductsQuery>> {
  const answer = await request.graphql(ManagedProductsDocument, {});
  if (answer.ok || !isUnsupported(answer.failure)) return answer;
  const older = await request.graphql(ManagedProductsWithoutVersionDocument, {});
  if (!older.ok) return older;
  return {
    ...older,
    data: { managedProducts: older.data.managedProducts.map((each) => ({ ...each, version: null })) },
  };
}

/** All products of the site: a table, or a block for each product on phones. */
export function ManagedProductTable({ products }: { products: readonly ManagedProductFactsFragment[] }) {
  const { t, href, locale } = usePage();
  return (
    <table className={styles.products}>
      <thead>
        <tr>
          <th scope="col">{t('product-admin.product')}</th>
          <th scope="col">{t('product-admin.gives')}</th>
          <th scope="col">{t('product-admin.state')}</th>
          <th scope="col">{t('product-admin.price')}</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => (
          <tr key={product.id} data-product={product.code}>
            <th scope="row">
              <a href={href(managedProductPath(product.id))} rel="nofollow">
                {nameIn(product, locale)}
              </a>
              <span>{product.code}</span>
            </th>
            <td>{[...benefitsOf(product.grants, t), ...termsOf(product, t)].join(' · ')}</td>
            <td>
              <ProductState product={product} />
            </td>
            <td>
              {currentPrices(product).map(({ currency, amount }) => (
                <span key={currency}>{formatMoney(amount, currency, locale)}</span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether the product is on sale, and if not, the reason. */
export function ProductState({ product }: { product: ManagedProductFactsFragment }) {
  const { t } = usePage();
  const state = product.retired ? 'retired' : currentPrices(product).length > 0 ? 'sold' : 'priceless';
  return <Tag>{t(`product-admin.states.${state}`)}</Tag>;
}

/** @returns the name in the language of the page, otherwise in English */
export function nameIn({ names }: Pick<ManagedProductFactsFragment, 'names'>, locale: string): string {
  const texts = new Map(names.map(({ locale: each, text }) => [each, text]));
  return texts.get(locale) ?? texts.get(locale.slice(0, 2)) ?? texts.get('en') ?? '';
}

/** The valid prices: the latest one of each currency that still has one. */
function currentPrices({
  priceHistory,
}: Pick<ManagedProductFactsFragment, 'priceHistory'>): { currency: string; amount: number }[] {
  const newest = new Map<string, number | null>();
  for (const { currency, amount } of priceHistory) if (!newest.has(currency)) newest.set(currency, amount);
  return [...newest].flatMap(([currency, amount]) => (amount === null ? [] : [{ currency, amount }]));
}

/** Initial values of a product's form. */
export function productValues(product: ManagedProduct): Record<string, string> {
  const { code, names, descriptions, grants, eligibility, renewal, position, version } = product;
  const numbers = PRODUCT_NUMBERS.map((name): [string, string] => {
    const value = name === 'position' ? position : grants[name];
    return [name, value === null || (value === 0 && name !== 'position') ? '' : String(value)];
  });
  const texts = [
    ...names.map(({ locale, text }): [string, string] => [textField('name', locale), text]),
    ...descriptions.map(({ locale, text }): [string, string] => [textField('description', locale), text]),
  ];
  const prices = currentPrices(product).map(({ currency, amount }): [string, string] => [
    priceField(currency),
    writeAmount(amount, currency),
  ]);
  return {
    code,
    eligibility,
    renewal,
    version: version ?? '',
    ...Object.fromEntries([...texts, ...prices, ...numbers]),
  };
}
