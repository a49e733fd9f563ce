import { CONTACT_PATH, OWN_PRODUCTS_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../components/ui/button';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';

/** Where an organization gets more contacts: its products, or the contact form where the site does not sell by itself. */
export function ToProducts() {
  const { t, href } = usePage();
  const { selfService } = useSite().commerce;
  return (
    <ButtonLink kind="secondary" href={href(selfService ? OWN_PRODUCTS_PATH : CONTACT_PATH)}>
      {t(selfService ? 'contacts.toMyProducts' : 'contacts.toContact')}
    </ButtonLink>
  );
}
