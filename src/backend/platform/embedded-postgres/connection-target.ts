/** Connection parameters of a database server. */
export interface ConnectionTarget {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  /** A pooler such as PgBouncer is in between: session state, such as LISTEN, may not outlast a transaction. */
  isPooled?: boolean;
}
