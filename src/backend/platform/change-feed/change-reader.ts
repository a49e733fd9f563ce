import type { PreparedRead } from './change-connection.js';
import { EVERYTHING, type Change, type ChangeKind, type LogPosition } from './change.js';

export interface LogConnection {
  readonly server: string | undefined;
  read<Row extends object>(statement: PreparedRead): Promise<Row[]>;
}

interface Row {
  position: LogPosition;
  wal: string | null;
  lost: boolean;
  kind: ChangeKind | null;
  site: string | null;
  ids: string[] | null;
  words: string[] | null;
}

/** Where the server's log of writes is, after the snapshot was taken: whatever the snapshot sees is before it. */
const WAL = 'case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() end::text as wal';

/**
 * Transactions do not commit in the order of any number, so what has been read is told by a snapshot: new is what this one sees and the
 * last one did not see. Its `xmin` bounds the search; a transaction that stays open makes it longer, never wrong. Rows beyond this
 * snapshot came with a dump of another server and are nobody's news.
 *
 * Lost: what has been taken out of the log was newer than the last snapshot, or the server has gone back to an older state.
 */
const READ = `
  select s.now::text as position, ${WAL},
    f.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(f.pruned_by, $1::pg_snapshot)
      or pg_snapshot_xmax(s.now) < pg_snapshot_xmax($1::pg_snapshot) as lost,
    l.kind, l.site, l.ids, l.words
  from (select pg_current_snapshot() as now offset 0) as s
  cross join data_change_floor f
  left join data_change l
    on l.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(l.xid, $1::pg_snapshot)
    and l.xid < pg_snapshot_xmax(s.now)
`;

/** Reads the log of changes on from where it was left. */
export class ChangeReader {
  private at: LogPosition | undefined;
  private server: string | undefined;
  private wal: string | undefined;

  constructor(private readonly connection: LogConnection) {}

  /** What the snapshot sees has been read. Undefined before the first read. */
  get position(): LogPosition | undefined {
    return this.at;
  }

  /** Where the log of writes of the server was when the newest change had been read. */
  get walPosition(): string | undefined {
    return this.wal;
  }

  /** @returns what has been committed since the last call; nothing at the first one. */
  async read(): Promise<Change[]> {
    const changes = this.at === undefined ? await this.begin() : await this.readFrom(this.at);
    const moved = this.server !== undefined && this.server !== this.connection.server;
    this.server = this.connection.server;
    // Positions of another server say nothing; the next change tells one of this.
    if (moved) this.wal = undefined;
    return moved ? [EVERYTHING] : changes;
  }

  /** @returns what has been committed between an earlier position in the same database and the last read, and perhaps more. */
  async since(position: LogPosition): Promise<Change[]> {
    return toChanges(await this.run(position));
  }

  private async begin(): Promise<Change[]> {
    const [row] = await this.connection.read<Pick<Row, 'position' | 'wal'>>({
      name: 'position',
      text: `select pg_current_snapshot()::text as position, ${WAL}`,
      values: [],
    });
    this.at = row!.position;
    this.wal = row!.wal ?? undefined;
    return [];
  }

  private async readFrom(position: LogPosition): Promise<Change[]> {
    const rows = await this.run(position);
    const changes = toChanges(rows);
    this.at = rows[0]!.position;
    if (changes.length > 0) this.wal = rows[0]!.wal ?? undefined;
    return changes;
  }

  private run(position: LogPosition): Promise<Row[]> {
    return this.connection.read<Row>({ name: 'changes', text: READ, values: [position] });
  }
}

function toChanges(rows: readonly Row[]): Change[] {
  if (rows[0]?.lost) return [EVERYTHING];
  return rows.flatMap(({ kind, site, ids, words }) =>
    kind === null ? [] : { kind, site, ids: (ids ?? []).map(Number), words: words ?? [] },
  );
}
