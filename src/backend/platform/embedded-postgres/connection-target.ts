/** How to reach a database server. */
export interface ConnectionTarget {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}
