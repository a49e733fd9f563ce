import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { migrate } from '../../src/backend/platform/database/migrate.js';
import type { ConnectionTarget, openPool } from '../../src/backend/platform/database/pool.js';
import type { Database } from '../../src/backend/platform/database/schema.js';
import type { provideGazetteer } from '../../src/backend/reference/places/gazetteer-rows.js';

export function provideTemplate(
  admin: Kysely<Database>,
  target: ConnectionTarget,
  backend: {
    openPool: typeof openPool;
    migrate: typeof migrate;
    provideGazetteer: typeof provideGazetteer;
    logger: BackendLogger;
  },
): Promise<string>;
