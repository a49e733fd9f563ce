import type { SoldProductFragment } from '#contract/generated/operations.js';
import { CHECKOUT_PATH } from '#contract/pages/paths.js';
import { formatMoney } from '#shared/money/format-money.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { TextField } from '../../components/ui/forms/field';
import { Icon } from '../../components/ui/icon';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { gainsOf, pricePerCredit, termsOf } from './product-words';
import styles from './products.module.css';

/** Maximum quantity per order; larger quantities require several orders. */
const MAX_QUANTITY = 100;

interface OfferProps {
  product: SoldProductFragment;
  /** Page to which the buyer returns afterwards. */
  destination: string | undefined;
}

/** A row of the price list. */
export function CreditOffer({ product, destination }: OfferProps) {
  const { t } = usePage();
  return (
    <li className={styles.offer} data-product={product.code}>
      <div className={styles.what}>
        <h4>{product.name}</h4>
        {product.description && <p>{product.description}</p>}
        <p className={styles.soft}>{[...gainsOf(product.grants, t), ...termsOf(product, t)].join(' · ')}</p>
      </div>
      <Price product={product} />
      <BuyForm product={product} destination={destination} />
    </li>
  );
}

/** A subscription, side by side with others. */
export function Plan({ product, destination }: OfferProps) {
  const { t } = usePage();
  return (
    <li className={styles.plan} data-product={product.code}>
      <Column gap={2}>
        <h3>{product.name}</h3>
        {product.description && <p>{product.description}</p>}
        <Price product={product} large />
      </Column>
      <ul className={styles.gains}>
        {gainsOf(product.grants, t).map((gain) => (
          <li key={gain}>
            <Icon name="check" />
            {gain}
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{termsOf(product, t).join(' · ')}</p>
      <BuyForm product={product} destination={destination} />
    </li>
  );
}

/** Price in the site's first currency in which the product has one; the others are listed below. */
function Price({ product, large }: { product: SoldProductFragment; large?: boolean }) {
  const { t, locale } = usePage();
  const { currencies } = useSite().commerce;
  const [first, ...others] = [...product.prices].sort(
    (one, other) => currencies.indexOf(one.currency) - currencies.indexOf(other.currency),
  );
  if (!first) return null;
  const single = pricePerCredit(product, first.amount);
  return (
    <p className={styles.price}>
      <strong className={large ? styles.large : undefined}>{formatMoney(first.amount, first.currency, locale)}</strong>{' '}
      <span>{t('products.withoutTax')}</span>{' '}
      {single && (
        <span>{t(`products.per.${single.kind}`, { price: formatMoney(single.amount, first.currency, locale) })}</span>
      )}{' '}
      {others.map(({ currency, amount }) => (
        <span key={currency}>{t('products.orPrice', { price: formatMoney(amount, currency, locale) })}</span>
      ))}
    </p>
  );
}

function BuyForm({ product: { code, name }, destination }: OfferProps) {
  const { t, href } = usePage();
  const { features } = useSite();
  if (features.readOnly) return null;
  return (
    <form action={href(CHECKOUT_PATH)} className={styles.buy}>
      <input type="hidden" name="product" value={code} />
      {destination && <input type="hidden" name="destination" value={destination} />}
      <TextField
        label={t('products.quantity')}
        type="number"
        name="quantity"
        min={1}
        max={MAX_QUANTITY}
        required
        defaultValue={1}
        inputMode="numeric"
        aria-label={`${t('products.quantity')}: ${name}`}
      />
      <Button aria-label={`${t('products.buy')}: ${name}`}>{t('products.buy')}</Button>
    </form>
  );
}
