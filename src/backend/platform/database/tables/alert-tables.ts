import type { ColumnType, Generated } from 'kysely';
import type { ConditionGroupInput, FulltextInput, GeoLocationInput } from '#contract/generated/resolvers.js';

/**
 * A search that is repeated for an alert: a request whose words have been corrected and whose place has been geocoded. Survives JSON
 * serialization.
 */
export interface SavedSearch {
  /** Base languages; empty for all. */
  language: string[];
  fulltext?: FulltextInput;
  condition_group?: ConditionGroupInput;
  /** With coordinates or a country, as resolved by geocoding. */
  geoLocation?: GeoLocationInput;
}

/** Part of a search request that is saved. */
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

/** Token of an alert that was replaced by another one. */
export interface AlertFormerTokenTable {
  token: string;
  alert_id: string;
}

export interface AlertMatchTable {
  alert_id: string;
  item_id: number;
  sent_at: Date | null;
}
