import type { ColumnType, Generated } from 'kysely';

export interface AccountTable {
  id: Generated<string>;
  email: string;
  name: string;
  roles: string[];
  password_hash: string | null;
  email_verified: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  first_name: string | null;
  last_name: string | null;
  language: Generated<string>;
  blocked_at: Date | null;
  approved_at: Date | null;
  verified_site: string | null;
  active_organization: number | null;
}

export interface RecruiterApprovalTable {
  account_id: string;
  site: string;
  state: 'asked' | 'refused' | 'approved';
  message: string | null;
  version: number;
  decided_at: Date;
}

export interface AccountSessionTable {
  id: Generated<string>;
  account_id: string;
  masquerader_id: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface AccountLoginTable {
  account_id: string;
  last_at: Date;
}

export interface AccountLinkTable {
  digest: Buffer;
  account_id: string;
  purpose: string;
  details: ColumnType<Record<string, string>, string, string>;
  expires_at: Date;
}

export interface RegistrationAttemptTable {
  email: string;
  password_hash: string;
  expires_at: Date;
}

export interface IdentityAssertionTable {
  digest: Buffer;
  expires_at: Date;
}

export interface AccountIdentityTable {
  provider: string;
  subject: string;
  account_id: string;
  linked_at: Date;
}

export interface AnonymousVisitorTable {
  digest: Buffer;
  account_id: string | null;
  claimed_at: Date | null;
}

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
