import { type BackgroundTask, backgroundTasks } from '#shared/telemetry/telemetry.js';

/** Subscribes to the background tasks of this process, as metrics and traces do. */
export function recordTasks(): { done: string[]; stop(): void } {
  const done: string[] = [];
  const nothing = (): void => undefined;
  const listeners = {
    start: nothing,
    end: nothing,
    asyncStart: nothing,
    asyncEnd: ({ kind, name }: BackgroundTask) => void done.push(`${kind} ${name}`),
    error: nothing,
  };
  backgroundTasks.subscribe(listeners);
  return { done, stop: () => backgroundTasks.unsubscribe(listeners) };
}
