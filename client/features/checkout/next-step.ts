import type { OrderFactsFragment } from '#contract/generated/operations.js';
import {
  CHECKOUT_PATH,
  CONTACT_CREDITS_PATH,
  JOB_MANAGER_PATH,
  JOB_WIZARD_PATH,
  type Path,
} from '#contract/pages/paths.js';
import type { Href } from '#contract/pages/route-names.js';

/** Where a buyer goes on with what an order has delivered. */
export interface NextStep {
  /** An address of the site. */
  address: string;
  /** The key of what a button that leads there says. */
  label: string;
}

type Bought = Pick<OrderFactsFragment, 'grants' | 'destination'>;

/** @returns first where the buyer came from, if they came from somewhere, then what can be done with what was bought */
export function nextSteps({ grants, destination }: Bought, href: Href): NextStep[] {
  const own = { address: href(pathFor(grants)), label: `checkout.result.${labelFor(grants)}` };
  // From the checkout itself, it would lead in a circle.
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
