import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Files by their ids. */
export interface OrganizationDetailsTable {
  organization_id: number;
  cover_file: string | null;
  social: JSONColumnType<Record<string, string>>;
  contacts: JSONColumnType<StoredContact[]>;
  gallery: JSONColumnType<{ file: string; alt: string }[]>;
  videos: JSONColumnType<{ source: string; coverTitle?: string; cover?: string }[]>;
  locations: JSONColumnType<StoredLocation[]>;
  questions: JSONColumnType<{ question: string; answer: string }[]>;
  attachments: JSONColumnType<{ file: string }[]>;
  extras: ColumnType<StoredExtras, string | undefined, string>;
}

/** What few sites ask for. */
export interface StoredExtras {
  cvFocusOfOrganization?: string;
  cvFunctionalDepartment?: string;
  cvJobRoleTids?: number[];
  cvIndustryTids?: number[];
}

export interface StoredContact {
  salutation?: string;
  firstName: string;
  lastName: string;
  photo?: string;
  position?: string;
  email?: string;
  phone?: string;
  linkedinProfile?: string;
  contactInfo?: string;
}

export interface StoredLocation {
  name: string;
  countryCode: string;
  administrativeArea?: string;
  locality?: string;
  zip?: string;
  addressLine1?: string;
  lat?: number;
  lon?: number;
}

/** What only the operators see of an organization. */
export interface OrganizationAccountTable {
  organization_id: number;
  salutation: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  position: string | null;
  customer_email: string | null;
  vat_number: string | null;
  billing: JSONColumnType<StoredBilling>;
}

/** Whom invoices are written to. */
export interface StoredBilling {
  companyName?: string;
  companyCountryCode?: string;
  companyAdministrativeArea?: string;
  companyLocality?: string;
  companyZip?: string;
  companyAddressLine1?: string;
  companyAddressLine2?: string;
}

/** What an organization's form holds and no page shows. */
export interface OrganizationDraftTable {
  organization_id: number;
  version: Generated<number>;
  /** By field, as it was typed. */
  fields: ColumnType<Record<string, string[]>, string, string>;
  changed_by: string | null;
  changed_at: Date;
}

/** Somebody who may become a member by the link that was mailed to them. */
export interface OrganizationInvitationTable {
  id: Generated<string>;
  organization_id: number;
  email: string;
  role: 'owner' | 'editor';
  /** SHA-256 of the token in the link. */
  digest: Buffer;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
}

/** What is shown only after review, by field, as the form has it. */
export interface OrganizationReviewTable {
  organization_id: number;
  fields: JSONColumnType<Record<string, string[]>>;
  submitted_by: string | null;
  submitted_at: Date;
}
