import { CONTACT_PATH, OWN_PRODUCTS_PATH, productsPath } from '#contract/pages/paths.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';

/** Link to buy more contacts: the product page, or the contact form if the site does not sell online. */
export function ToProducts({ destination }: { /** Page to which the buyer then returns. */ destination?: string }) {
  const { t, href } = usePage();
  const { selfService } = useSite().commerce;
  if (selfService && destination)
    return (
      <ButtonLink kind="secondary" href={href(productsPath(destination))}>
        {t('contacts.buy')}
      </ButtonLink>
    );
  return (
    <ButtonLink kind="secondary" href={href(selfService ? OWN_PRODUCTS_PATH : CONTACT_PATH)}>
      {t(selfService ? 'contacts.toMyProducts' : 'contacts.toContact')}
    </ButtonLink>
  );
}
