import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Files are referenced by their ids. */
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

/** Extra fields that only few sites use. */
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

/** Data of an organization that only the operators see. */
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

/** Recipient of invoices. */
export interface StoredBilling {
  companyName?: string;
  companyCountryCode?: string;
  companyAdministrativeArea?: string;
  companyLocality?: string;
  companyZip?: string;
  companyAddressLine1?: string;
  companyAddressLine2?: string;
}

/** Form values of an organization that no page shows. */
export interface OrganizationDraftTable {
  organization_id: number;
  version: Generated<number>;
  /** Values by field, as typed. */
  fields: ColumnType<Record<string, string[]>, string, string>;
  changed_by: string | null;
  changed_at: Date;
}

/** A person who may become a member through the link in a mail. */
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

/** Changes that become visible only after review, by form field. */
export interface OrganizationReviewTable {
  organization_id: number;
  fields: JSONColumnType<Record<string, string[]>>;
  submitted_by: string | null;
  submitted_at: Date;
}
