import { CONTACT_PATH, OWN_PRODUCTS_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { Container } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { FreeOfCharge, CreditOffers, Plans } from '../../features/products/price-list';
import styles from '../../features/products/products.module.css';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import type { ProductsData } from './+load.server';

/** The site's products, and what is free of charge. */
export function Page({ data: { products, destination } }: { data: ProductsData }) {
  const { t, href, site } = usePage();
  const { features } = useSite();
  return (
    <Container section gap={7}>
      <Column as="header" gap={3} className={styles.head}>
        <h1>{t('products.title')}</h1>
        <p className={styles.lead}>{t('products.intro', { site: site.title })}</p>
        {products.length > 0 && <p>{t('products.tax')}</p>}
        <p>
          <a href={href(OWN_PRODUCTS_PATH)} rel="nofollow">
            {t('products.own')}
          </a>
        </p>
      </Column>
      {features.readOnly && <Alert kind="warn">{t('maintenance.change')}</Alert>}
      <FreeOfCharge />
      <CreditOffers products={products} destination={destination} />
      <Plans products={products} destination={destination} />
      <section className={styles.ask} aria-labelledby="ask-title">
        <div>
          <h2 id="ask-title">{t('products.askTitle')}</h2>
          <p>{t('products.askText')}</p>
        </div>
        <ButtonLink kind="secondary" href={href(CONTACT_PATH)}>
          {t('products.ask')}
        </ButtonLink>
      </section>
    </Container>
  );
}
