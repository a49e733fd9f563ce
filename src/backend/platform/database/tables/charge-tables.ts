import type { ColumnType, Generated } from 'kysely';

export interface SubscriptionTable {
  id: Generated<number>;
  organization_id: number;
  type: 'job_slots' | 'resume_contacts';
  status: 'active' | 'pending' | 'canceled' | 'expired';
  product_id: string;
  product_name: string;
  label: string;
  start_at: Date;
  end_at: Date | null;
  /** Number of slots in total; a slot in use has an open row in `job_charge`. */
  job_slots: Generated<number>;
  resume_contact_slots: number | null;
  resume_contact_slots_used: Generated<number>;
  /** Purchased order and its line; null if it was not bought on the site. */
  reference: ColumnType<string | null, string | undefined, never>;
  renewal: Generated<'none' | 'automatic'>;
  /** Time at which cancellation at the end of the paid period was requested. */
  cancellation_at: Date | null;
}

/** What was charged for publishing a job: a credit, or a slot of a subscription. */
export interface JobChargeTable {
  id: Generated<number>;
  job_id: number;
  /** Number of the charge within the job, from 1. */
  number: number;
  transfer_id: ColumnType<number | null, string | null, never>;
  subscription_id: number | null;
  charged_at: Date;
  /** Null if it is the current charge of the published job. */
  ended_at: Date | null;
}

/** A paid placement of a job for a limited time. */
export interface JobPlacementTable {
  id: Generated<number>;
  job_id: number;
  kind: 'featured' | 'top';
  number: number;
  transfer_id: ColumnType<number, string, never>;
  starts_at: Date;
  ends_at: Date;
  ended_at: Date | null;
}
