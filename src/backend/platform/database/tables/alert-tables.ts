import type { ColumnType, Generated } from 'kysely';
import type { ConditionGroupInput, FulltextInput, GeoLocationInput } from '#contract/generated/resolvers.js';

/** A search to be asked again and again: a request whose words are corrected and whose place is looked up. Survives JSON. */
export interface SavedSearch {
  /** Base languages; empty: all. */
  language: string[];
  fulltext?: FulltextInput;
  condition_group?: ConditionGroupInput;
  /** With coordinates, or a country, as it was understood. */
  geoLocation?: GeoLocationInput;
}

/** What of a request for a search is kept. */
export interface SearchToSave {
  language?: string[] | null;
  fulltext?: FulltextInput | null;
  condition_group?: ConditionGroupInput | null;
  geoLocation?: GeoLocationInput | null;
}

export type AlertKind = 'job' | 'resume';

export interface AlertSearchTable {
  id: Generated<number>;
  kind: AlertKind;
  site: string;
  digest: Buffer;
  search: ColumnType<SavedSearch, string, never>;
}

export interface AlertTable {
  id: Generated<string>;
  kind: AlertKind;
  site: string;
  search_id: number;
  account_id: string | null;
  email: string | null;
  token: string;
  language: string;
  page: string;
  every_seconds: number;
  due_at: Date | null;
  confirmed_at: Date | null;
  sent_at: ColumnType<Date | null, never, Date | null>;
  created_at: Date;
}

export interface AlertMatchTable {
  alert_id: string;
  item_id: number;
  sent_at: Date | null;
}
