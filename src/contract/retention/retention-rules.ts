import { z } from 'zod';
import {
  lawfulMinimum,
  RETENTION_KINDS,
  retentionDefault,
  type RetentionSite,
  type SettableKind,
} from './retention-periods.js';

/** Schema of a site's `retention`: periods that differ from the defaults. */
export const ownRetention = z.strictObject(
  Object.fromEntries(
    RETENTION_KINDS.flatMap((kind) => {
      const { settable } = retentionDefault(kind);
      return settable ? [[kind, z.number().int().min(settable.min).max(settable.max).optional()]] : [];
    }),
  ) as Record<SettableKind, z.ZodOptional<z.ZodNumber>>,
);

/** Rejects periods below the legal minimum of the site's home country. For `superRefine`. */
export function refuseUnlawful(
  { countries, retention = {} }: RetentionSite,
  issues: { addIssue(issue: { code: 'custom'; path: PropertyKey[]; message: string }): void },
): void {
  for (const kind of RETENTION_KINDS) {
    const own = retention[kind];
    const minimum = lawfulMinimum(kind, countries);
    if (own !== undefined && own < minimum)
      issues.addIssue({
        code: 'custom',
        path: ['retention', kind],
        message: `must be at least ${minimum} (${retentionDefault(kind).unit}s) because of the law of the site's home ${countries[0]}`,
      });
  }
}
