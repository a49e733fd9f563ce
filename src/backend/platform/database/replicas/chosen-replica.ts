import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPool } from 'kysely';

/** What statements of one operation are sent to. */
interface Choice {
  pool: Pick<PostgresPool, 'connect'>;
  isOver: boolean;
}

const choices = new AsyncLocalStorage<Choice>();

/**
 * Sends the statements of an operation to a replica. What the operation leaves behind when it has been answered, such as a timer, goes to the
 * primary again.
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

/** @returns a pool whose connections lead to the replica that was chosen for the operation under way, otherwise to the primary */
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
