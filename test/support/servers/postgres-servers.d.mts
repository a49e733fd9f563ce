import type { ChildProcess } from 'node:child_process';

export class PostgresServer {
  static primary(folder: string): Promise<PostgresServer>;
  static empty(folder: string, user: string): Promise<PostgresServer>;
  static replicaOf(primary: PostgresServer, folder: string, port?: number): Promise<PostgresServer>;
  constructor(folder: string, port: number, user?: string);
  readonly folder: string;
  readonly port: number;
  readonly url: string;
  child: ChildProcess;
  start(by?: { script: string; env: Record<string, string> }): Promise<void>;
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  promote(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
}

export class PgBouncer {
  static start(folder: string, server: PostgresServer): Promise<PgBouncer>;
  readonly port: number;
  readonly url: string;
  lead(server: PostgresServer): void;
  restart(): Promise<void>;
  kill(): Promise<void>;
}

export function freePort(): Promise<number>;
