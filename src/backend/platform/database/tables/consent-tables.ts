import type { ColumnType, Generated } from 'kysely';

export interface ConsentInfoTable {
  id: Generated<number>;
  site: string;
  type: 'PRIVACY_POLICY' | 'TERMS' | 'COOKIES';
  placement: 'REGISTRATION' | 'PROFILE';
  opt_in: Generated<boolean>;
  path: string;
}

/** The database rejects every change of a revision except its withdrawal. */
export interface ConsentRevisionTable {
  id: Generated<number>;
  info_id: number;
  /** HTML by language or locale; `en` is the fallback. */
  texts: ColumnType<Record<string, string>, string, never>;
  created_at: ColumnType<Date, Date, never>;
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export type ConsentMethod = 'registration' | 'social' | 'modal';

export interface UserConsentTable {
  id: Generated<string>;
  account_id: string;
  revision_id: number;
  /** Email address of the account at that time. */
  email: string;
  locale: string;
  method: ConsentMethod;
  given_at: Date;
}

export interface ConsentProofTable {
  id: Generated<number>;
  revision_id: number;
  email_hash: string;
  locale: string;
  method: ConsentMethod;
  given_at: Date;
  account_deleted_at: Date;
}
