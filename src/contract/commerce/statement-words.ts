import type { Translate } from '#shared/text/translator.js';
import type { CreditMovementKind } from '../generated/operations.js';

/** The data of a credit movement. */
export interface DescribedMovement {
  kind: CreditMovementKind;
  cause: string;
  causeId?: string | null;
  causeTitle?: string | null;
  reason?: string | null;
  settledBy?: CreditMovementKind | null;
}

const ORDER = 'order';
const JOB = 'job';

/** Describes the purpose of a credit movement. @param type type of the credits */
export function movementWords(movement: DescribedMovement, type: string, t: Translate): string {
  const { kind, cause, causeId, reason } = movement;
  const order = causeId ?? '';
  const title = movement.causeTitle ?? t('my-products.movement.deletedJob');
  switch (kind) {
    case 'grant':
      return cause === ORDER ? t('my-products.movement.bought', { order }) : t('my-products.movement.granted');
    case 'charge':
      return cause === JOB ? t(`my-products.movement.charge.${type}`, { title }) : t('my-products.movement.spent');
    case 'hold':
      return t(`my-products.movement.${isContact(type) ? 'heldForContact' : 'held'}`);
    case 'void':
      return isContact(type) ? t(contactReleaseKey(movement)) : t('my-products.movement.givenBack');
    case 'refund':
      return cause === JOB ? t('my-products.movement.jobGivenBack', { title }) : t('my-products.movement.givenBack');
    case 'revoke':
      return cause === ORDER ? t('my-products.movement.orderRefunded', { order }) : t('my-products.movement.takenBack');
    case 'correct':
      return t('my-products.movement.correction', { reason: reason ?? '' });
    case 'expire':
      return t('my-products.movement.expired');
    // It does not change the spendable balance, so statements do not contain it.
    case 'post':
      return t('my-products.movement.spent');
  }
}

/** Describes the outcome of the movement; undefined if there is none. */
export function settlementWords({ kind, settledBy }: DescribedMovement, t: Translate): string | undefined {
  if (settledBy) return t(`my-products.settled.${settledBy}`);
  return kind === 'hold' ? t('my-products.settled.waiting') : undefined;
}

/** Why a contact request refunds its credit: the reason of the movement, or the expiry of the hold. */
const CONTACT_RELEASES: readonly string[] = ['refused', 'revoked', 'lapsed', 'deleted', 'timeout'];

function contactReleaseKey({ cause, reason }: DescribedMovement): string {
  const why = cause === 'timeout' ? cause : (reason ?? '');
  return `my-products.movement.contactGivenBack.${CONTACT_RELEASES.includes(why) ? why : 'other'}`;
}

function isContact(type: string): boolean {
  return type === 'resume_contact';
}
