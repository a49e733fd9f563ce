import type { ChildProcess } from 'node:child_process';

export interface RunningProduct {
  url: string;
  pid: number;
  child: ChildProcess;
  /** Its output so far. */
  output: string;
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

export const HOSTS: Record<'default' | 'charity-ca' | 'uk' | 'europe', string>;
export const DEMO_PASSWORD: string;
/** Options that `npm start` passes to Node. */
export const NODE_FLAGS: string[];
export function startProduct(settings?: Record<string, string>, args?: string[]): Promise<RunningProduct>;
/** Changes to the configuration of a standalone backend; see src/backend/server-config.ts. */
export interface BackendChanges {
  /** Defaults to a free port. */
  port?: number;
  databaseUrl?: string;
  stripeAccount?: { secretFile: string; apiBase?: string };
  searchMemoryMb?: number;
  demoData?: boolean;
  demoPassword?: string;
  mail?: { smtpUrlFile?: string; from?: string };
  /** Public origins of sites, for links in mails. */
  origins?: Readonly<Record<string, string>>;
  /** Sites that send mail, with their mail settings; defaults to all sites. */
  mailSites?: Readonly<Record<string, { title: string; contactEmail: string; accent: string }>>;
}

export function startBackendProcess(
  dataDir: string,
  changes?: BackendChanges,
  node?: { args?: readonly string[]; env?: Readonly<Record<string, string>>; program?: string },
): Promise<RunningProduct>;
/** Creates a data folder with the demo data of all sites, which the caller must delete. @param name of the folder */
export function makeDemoFolder(name: string): string;
export function startProducts(): Promise<{ dataDir: string; env: Record<string, string>; close(): Promise<void> }>;
