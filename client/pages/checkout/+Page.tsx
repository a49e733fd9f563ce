import { OWN_ORGANIZATION_PATH, PRODUCTS_PATH, TERMS_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Alert } from '../../components/ui/feedback/alert';
import { Column } from '../../components/ui/containers/column';
import { BillingForm } from '../../features/checkout/billing-form';
import styles from '../../features/checkout/checkout.module.css';
import { ReviewForm } from '../../features/checkout/review-form';
import { Summary } from '../../features/checkout/summary';
import { usePage } from '../../lib/page-context';
import type { CheckoutData } from './+load.server';

export function Page({ data }: { data: CheckoutData }) {
  const { t, href } = usePage();
  const { step, quote, billing, quantity, problem, forms } = data;
  const { product, price, providers } = quote;
  if (step === 'nothing' || !product || !billing)
    return (
      <OwnPage narrow title={t('checkout.title')}>
        <Alert kind="warn">{problem ?? t('checkout.noOrganization')}</Alert>
        <div className={styles.actions}>
          {billing ? (
            <ButtonLink href={href(PRODUCTS_PATH)}>{t('checkout.products')}</ButtonLink>
          ) : (
            <ButtonLink href={href(OWN_ORGANIZATION_PATH)}>{t('checkout.addOrganization')}</ButtonLink>
          )}
        </div>
      </OwnPage>
    );
  const isReview = step === 'review' && price;
  return (
    <OwnPage
      title={t(isReview ? 'checkout.review' : 'checkout.title')}
      intro={<Steps current={isReview ? 'review' : 'details'} />}
    >
      {problem && <Alert kind="warn">{problem}</Alert>}
      <div className={styles.layout}>
        <Column gap={4}>
          {isReview ? (
            <ReviewForm
              billing={billing}
              price={price}
              providers={providers}
              quantity={quantity}
              requestKey={data.requestKey}
              back={data.back}
              termsPath={TERMS_PATH}
              form={forms.order}
            />
          ) : (
            <BillingForm
              profile={billing}
              countries={data.countries}
              quantity={quantity}
              product={product.code}
              form={forms.billing}
            />
          )}
        </Column>
        <aside>
          <Summary quote={{ ...quote, product }} quantity={quantity} />
        </aside>
      </div>
    </OwnPage>
  );
}

function Steps({ current }: { current: 'details' | 'review' }) {
  const { t } = usePage();
  return (
    <ol className={styles.steps}>
      {(['details', 'review', 'done'] as const).map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t('checkout.step', { number: index + 1, name: t(`checkout.steps.${step}`) })}
        </li>
      ))}
    </ol>
  );
}
