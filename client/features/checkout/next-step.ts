import type { OrderFactsFragment } from '#contract/generated/operations.js';
import {
  CHECKOUT_PATH,
  CONTACT_CREDITS_PATH,
  JOB_MANAGER_PATH,
  JOB_WIZARD_PATH,
  type Path,
} from '#contract/pages/paths.js';
import type { Href } from '#contract/pages/route-names.js';

/** The next step of a buyer with the delivered products of an order. */
export interface NextStep {
  /** Address on the site. */
  address: string;
  /** Text key of the label of the button. */
  label: string;
}

type Bought = Pick<OrderFactsFragment, 'grants' | 'destination'>;

/** @returns first the page that the buyer came from, if there is one, then the uses of the purchased product */
export function nextSteps({ grants, destination }: Bought, href: Href): NextStep[] {
  const own = { address: href(pathFor(grants)), label: `checkout.result.${labelFor(grants)}` };
  // A link back to the checkout itself would be circular.
  const isElsewhere = destination && !destination.startsWith(href(CHECKOUT_PATH));
  return isElsewhere ? [{ address: destination, label: 'checkout.result.back' }, own] : [own];
}

function pathFor(grants: Bought['grants']): Path {
  const label = labelFor(grants);
  if (label === 'postJob') return JOB_WIZARD_PATH;
  return label === 'contacts' ? CONTACT_CREDITS_PATH : JOB_MANAGER_PATH;
}

function labelFor({ jobCredits, jobSlots, contactCredits, contactSlots }: Bought['grants']) {
  if (jobCredits > 0 || jobSlots > 0) return 'postJob';
  return contactCredits > 0 || contactSlots > 0 ? 'contacts' : 'manageJobs';
}
