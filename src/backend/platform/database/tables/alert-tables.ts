import type { ColumnType, Generated } from 'kysely';
import type { SavedSearch } from './saved-search.js';

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
