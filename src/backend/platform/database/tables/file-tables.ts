import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type WrittenByDefault = ColumnType<Date, Date | string | undefined, Date | string>;

export interface FileTable {
  id: string;
  name: string;
  content_type: string;
  /** null if the bytes are in object storage. */
  bytes: Buffer | null;
  object_key: string | null;
  created_at: WrittenByDefault;
  uploaded: Generated<boolean>;
}

export interface MessageFileTable {
  id: Generated<string>;
  site: string;
  message_id: string;
  name: string;
  content_type: string;
  /** null if the bytes are in object storage. */
  bytes: Buffer | null;
  object_key: string | null;
  size: ColumnType<number, never, never>;
  created_at: Timestamp;
}

export interface StoredObjectTable {
  key: string;
  state: 'writing' | 'stored' | 'released';
  /** Set when the file is stored. */
  size: number | null;
  sha256: Buffer | null;
  changed_at: WrittenByDefault;
}

export interface FilePlacementTable {
  one: Generated<boolean>;
  in_database: boolean;
}
