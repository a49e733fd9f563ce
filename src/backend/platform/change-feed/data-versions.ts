import { randomBytes } from 'node:crypto';
import type { Change, ChangeKind } from './change.js';

/** Pages that everybody sees do not change with these. */
const UNSEEN: readonly ChangeKind[] = ['account', 'mail', 'feed', 'resume', 'schedule', 'alert'];

/** Counts what has changed, by site. */
export class DataVersions {
  /** Whoever counts alike in another process, or before a restart, shall not be mistaken for this one. */
  private readonly process = randomBytes(9).toString('base64url');
  private readonly bySite = new Map<string, number>();
  private everywhere = 0;

  add(changes: readonly Change[]): void {
    for (const { site, kind } of changes) {
      if (UNSEEN.includes(kind)) continue;
      if (site === null) this.everywhere++;
      else this.bySite.set(site, (this.bySite.get(site) ?? 0) + 1);
    }
  }

  of(site: string): string {
    return `${this.process}-${this.everywhere}-${this.bySite.get(site) ?? 0}`;
  }
}
