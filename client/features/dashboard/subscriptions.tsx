import { Island } from '../../lib/islands/island';
import { usePage, useSite } from '../../lib/page-context';
import { entitledOrganization, useUser } from '../../lib/user/user-context';
import { Entitlements } from './entitlements';
import { type EntitlementPart, entitlementTexts } from './entitlement-texts';

/** The organization's subscriptions, if the site has any. */
export function Subscriptions() {
  return useSite().features.subscriptions ? <EntitlementsIsland part="subscriptions" /> : null;
}

/** The organization's credits. */
export function Credits() {
  return <EntitlementsIsland part="credits" />;
}

/** A summary of both, where jobs are posted; nothing for users who post none. */
export function Balance() {
  const { user } = useUser();
  return entitledOrganization(user) === undefined ? null : <EntitlementsIsland part="balance" />;
}

function EntitlementsIsland({ part }: { part: EntitlementPart }) {
  const { t } = usePage();
  const { selfService } = useSite().commerce;
  return (
    <Island
      name="entitlements"
      when="idle"
      component={Entitlements}
      props={{ part, texts: entitlementTexts(t, part), hasPage: selfService }}
      own
    />
  );
}
