import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';

/** Connection pool that the statements of one operation use. */
interface Choice {
  pool: Pick<PostgresPool, 'connect'>;
  isOver: boolean;
}

const choices = new AsyncLocalStorage<Choice>();

/**
 * Sends the statements of an operation to a replica. Statements that run after the operation has finished, such as those of a timer, go to
 * the primary again.
 */
export async function readFrom<Result>(
  pool: Pick<PostgresPool, 'connect'>,
  operation: () => Promise<Result>,
): Promise<Result> {
  const choice: Choice = { pool, isOver: false };
  try {
    return await choices.run(choice, operation);
  } finally {
    choice.isOver = true;
  }
}

/** @returns a pool that connects to the replica chosen for the current operation, otherwise to the primary */
export function followingChoice(primary: PostgresPool): PostgresPool {
  return {
    options: primary.options,
    connect() {
      const choice = choices.getStore();
      return (choice && !choice.isOver ? choice.pool : primary).connect();
    },
    end: () => primary.end(),
  };
}
