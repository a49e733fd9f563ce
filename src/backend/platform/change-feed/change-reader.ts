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

/** Current WAL position, determined after the snapshot was taken: everything the snapshot sees precedes it. */
const WAL = 'case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() end::text as wal';

/**
 * Transactions do not commit in the order of their ids, so the position of a reader is a snapshot: changes are new if the current snapshot
 * sees them and the last one did not. Its `xmin` limits the range to search; a long-running transaction makes the search longer, but never
 * wrong. Rows beyond the current snapshot come from a dump of another server and are ignored.
 *
 * `lost` means that rows newer than the last snapshot have been pruned, or that the server was reset to an older state.
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

/** Reads the change log from the last position onwards. */
export class ChangeReader {
  private at: LogPosition | undefined;
  private server: string | undefined;
  private wal: string | undefined;

  constructor(private readonly connection: LogConnection) {}

  /** Snapshot up to which the log has been read; undefined before the first read. */
  get position(): LogPosition | undefined {
    return this.at;
  }

  /** WAL position of the server when the newest change had been read. */
  get walPosition(): string | undefined {
    return this.wal;
  }

  /** @returns the changes committed since the last call; none at the first call */
  async read(): Promise<Change[]> {
    const changes = this.at === undefined ? await this.begin() : await this.readFrom(this.at);
    const moved = this.server !== undefined && this.server !== this.connection.server;
    this.server = this.connection.server;
    // WAL positions of another server are not comparable; the next change provides one of the new server.
    if (moved) this.wal = undefined;
    return moved ? [EVERYTHING] : changes;
  }

  /** @returns at least the changes committed between an earlier position in the same database and the last read */
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
