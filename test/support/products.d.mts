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
export function startBackendProcess(dataDir: string, extra?: string[]): Promise<RunningProduct>;
export function startProducts(): Promise<{ dataDir: string; env: Record<string, string>; close(): Promise<void> }>;
