import type { ChildProcess } from 'node:child_process';

export interface RunningProduct {
  url: string;
  pid: number;
  child: ChildProcess;
  /** Everything it has printed so far. */
  output: string;
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

export const HOSTS: Record<'default' | 'charity-ca' | 'uk' | 'europe', string>;
export const DEMO_PASSWORD: string;
/** As `npm start` gives them to Node. */
export const NODE_FLAGS: string[];
export function startProduct(settings?: Record<string, string>, args?: string[]): Promise<RunningProduct>;
/** What is otherwise in the configuration of a backend by itself; see src/backend/server-config.ts. */
export interface BackendChanges {
  /** A free one when missing. */
  port?: number;
  databaseUrl?: string;
  stripeAccount?: { secretFile: string; apiBase?: string };
  searchMemoryMb?: number;
  demoData?: boolean;
  demoPassword?: string;
  mail?: { smtpUrlFile?: string; from?: string };
  /** Where people reach sites, for links in mails. */
  origins?: Readonly<Record<string, string>>;
  /** The sites that send mail, and in whose name; all when missing. */
  mailSites?: Readonly<Record<string, { title: string; contactEmail: string; accent: string }>>;
}

export function startBackendProcess(
  dataDir: string,
  changes?: BackendChanges,
  node?: { args?: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<RunningProduct>;
/** A data folder of its own with the demo data of all sites; whoever makes it deletes it. @param name for the folder */
export function makeDemoFolder(name: string): string;
export function startProducts(): Promise<{ dataDir: string; env: Record<string, string>; close(): Promise<void> }>;
