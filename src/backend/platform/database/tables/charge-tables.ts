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
  /** How many there are; those that are taken have an open row in `job_charge`. */
  job_slots: Generated<number>;
  resume_contact_slots: number | null;
  resume_contact_slots_used: Generated<number>;
  /** What was bought: the order and its line; null: it was not bought on the site. */
  reference: ColumnType<string | null, string | undefined, never>;
  renewal: Generated<'none' | 'automatic'>;
  /** When its end with the paid period was asked for. */
  cancellation_at: Date | null;
}

/** What was given for publishing a job: a credit, or a slot of a subscription. */
export interface JobChargeTable {
  id: Generated<number>;
  job_id: number;
  /** Of the charges of the job, from 1. */
  number: number;
  transfer_id: ColumnType<number | null, string | null, never>;
  subscription_id: number | null;
  charged_at: Date;
  /** Null: it is what the job is published for now. */
  ended_at: Date | null;
}

/** A time that was bought for a job. */
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
