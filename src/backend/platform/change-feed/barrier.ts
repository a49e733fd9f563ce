import type pg from 'pg';

/**
 * A `Sync` with nothing before it. The server runs nothing for it and begins no transaction; it hands out the notices of what has been
 * committed, as before each `ReadyForQuery`, and says that it is ready.
 */
export class Barrier implements pg.Submittable {
  /** @param callback called once, with an error when there is no answer. `pg` puts its own around it, for its time limit. */
  constructor(public callback: (error?: Error) => void) {}

  submit(connection: pg.Connection): void {
    connection.sync();
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

/** @returns whether the server has answered */
export function passBarrier(client: pg.Client): Promise<boolean> {
  return new Promise((resolve) => {
    client.query(new Barrier((error) => resolve(error === undefined)));
  });
}
