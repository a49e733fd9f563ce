import type { ReactNode } from 'react';

/** @param level level of the job's own title */
export function SectionTitle({ level, children }: { level: 1 | 2; children: ReactNode }) {
  return level === 1 ? <h2>{children}</h2> : <h3>{children}</h3>;
}
