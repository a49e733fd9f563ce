import type { CheckoutQuery } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import { Panel } from '../../components/ui/containers/panel';
import { usePage } from '../../lib/page-context';
import { GrantList } from './grant-list';
import { priceLines } from './money';
import { PriceList } from './price-list';
import styles from './checkout.module.css';

type Quote = CheckoutQuery['orderQuote'];

/** The product and its price, beside the form. Scripts update the price while the form is being filled in. */
export function Summary({
  quote,
  quantity,
}: {
  quote: Quote & { product: NonNullable<Quote['product']> };
  quantity: number;
}) {
  const { t, locale } = usePage();
  const { product, price } = quote;
  const [single] = product.prices;
  return (
    <Panel id="summary" title={t('checkout.summary')}>
      <div className={styles.product}>
        <p>
          <strong>{product.name}</strong>
        </p>
        <GrantList grants={product.grants} quantity={quantity} />
        {product.renewal === 'automatic' && <p className={styles.note}>{t('checkout.renews')}</p>}
      </div>
      <div data-checkout-price aria-live="polite">
        {price ? (
          <PriceList lines={priceLines(price, { t, locale, quantity })} note={price.taxNote} />
        ) : (
          <>
            {single && (
              <PriceList
                lines={[
                  {
                    key: 'net',
                    label: t('checkout.price.net'),
                    amount: formatMoney(single.amount * quantity, single.currency, locale),
                  },
                ]}
                note={t('checkout.price.taxLater')}
              />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
