/** How to reach a database server. */
export interface ConnectionTarget {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  /** A pooler such as PgBouncer is in between: what a connection is told, such as LISTEN, may not last longer than a transaction. */
  isPooled?: boolean;
}
