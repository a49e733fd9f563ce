import { Inject, Injectable } from '@nestjs/common';
import {
  type DestinationReport,
  DESTINATIONS,
  type RecentEvent,
  type RelayAccess,
  type RelayTask,
  type RelayTaskState,
} from '#contract/measurement/relay-report.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { Site } from '../sites/index.js';
import type { QueuedEvent } from './queue/memory-queue.js';
import type { DestinationName } from './relay-event.js';
import { Relays } from './relays.js';

/** Reports about the relays of this process, for administrators. */
@Injectable()
export class RelayReports {
  constructor(
    @Inject(Relays) private readonly relays: Relays,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  of({ config }: Pick<Site, 'config'>): RelayAccess {
    const { measurementApi, conversionApi } = config.features;
    return {
      report: () => ({
        destinations: [this.destination('measurement', measurementApi), this.destination('conversion', conversionApi)],
        recent: this.recent(config.name),
      }),
      taskCounts: () =>
        DESTINATIONS.filter((name) => this.relays.destination(name)).map((kind) => ({
          kind,
          ...this.stateCounts(kind),
          nextAt: this.nextAt(kind),
        })),
      tasks: (kind, state, { limit, offset }) =>
        this.inState(kind, state)
          .slice(offset, offset + limit)
          .map(taskOf),
    };
  }

  private destination(name: DestinationName, isOn: boolean): DestinationReport {
    const { GA_MP_ENDPOINT, GA_MEASUREMENT_ID, META_GRAPH_ENDPOINT, META_GRAPH_VERSION, META_PIXEL_ID } = this.settings;
    const target =
      name === 'measurement'
        ? `${new URL(GA_MP_ENDPOINT).host}, ${GA_MEASUREMENT_ID}`
        : `${new URL(META_GRAPH_ENDPOINT).host}/${META_GRAPH_VERSION}/${META_PIXEL_ID}`;
    const counts = Object.entries(this.relays.store.counts.of(name));
    return {
      name,
      isOn,
      target: this.relays.destination(name) && target,
      circuit: this.relays.worker(name)?.circuit.state ?? 'closed',
      queued: this.relays.store.queue(name).size,
      counts: counts.map(([outcome, count]) => ({ outcome, count })),
    };
  }

  private recent(site: string): RecentEvent[] {
    return this.relays.recent
      .list()
      .filter((delivery) => delivery.site === site)
      .map(({ at, destination, name, body, outcome, answer }) => ({
        at: at.toISOString(),
        destination,
        name,
        body: JSON.stringify(body, null, 2),
        outcome,
        answer,
      }));
  }

  private stateCounts(name: DestinationName): Record<RelayTaskState, number> {
    const counts = { waiting: 0, running: 0, failed: 0 };
    for (const queued of this.relays.store.queue(name).values()) counts[stateOf(queued)] += 1;
    return counts;
  }

  private nextAt(name: DestinationName): string | null {
    const worker = this.relays.worker(name);
    if (!worker || this.relays.store.queue(name).size === 0) return null;
    return new Date(Date.now() + worker.circuit.pauseMs).toISOString();
  }

  private inState(name: DestinationName, state: RelayTaskState): QueuedEvent[] {
    return [...this.relays.store.queue(name).values()].filter((queued) => stateOf(queued) === state);
  }
}

function stateOf({ isSending, failure }: QueuedEvent): RelayTaskState {
  if (isSending) return 'running';
  return failure === undefined ? 'waiting' : 'failed';
}

function taskOf(queued: QueuedEvent): RelayTask {
  const { event, attempts, failure = null } = queued;
  const { id, site, name, at } = event;
  const isRetryable = stateOf(queued) === 'failed';
  return { id, site, name, about: null, dueAt: new Date(at).toISOString(), attempts, reason: failure, isRetryable };
}
