import type { ColumnType, Generated } from 'kysely';

export type ContactState = 'pending' | 'approved' | 'refused' | 'lapsed' | 'revoked';
export type ContactSide = 'applicant' | 'recruiter';

export interface ResumeContactTable {
  id: Generated<number>;
  /** Public id in the contract. */
  key: Generated<string>;
  site: string;
  resume_id: number;
  organization_id: number;
  requested_by: string | null;
  request_key: string | null;
  message: string;
  state: Generated<ContactState>;
  hold_id: ColumnType<number | string | null, string | null | undefined, string | null>;
  subscription_id: number | null;
  created_at: ColumnType<Date, never, never>;
  lapses_at: Date;
  decided_at: Date | null;
  ended_at: Date | null;
  ended_by: ContactSide | null;
}

export interface ResumeContactViewTable {
  contact_id: number;
  account_id: string;
  viewed_at: Date;
}

export interface ResumeContactMessageTable {
  id: Generated<number>;
  contact_id: number;
  account_id: string | null;
  from_applicant: boolean;
  body: string;
  sent_at: Date;
}

export interface ResumeContactBlockTable {
  account_id: string;
  organization_id: number;
  blocked_at: Date;
}
