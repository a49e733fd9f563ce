import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SETTINGS, type Settings, SettingsError } from '../../settings.js';
import { SiteRegistry } from '../sites/index.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { JsonPoster } from './delivery/post-json.js';
import { RecentDeliveries } from './delivery/recent-deliveries.js';
import { ConversionsApi } from './destinations/conversions-api.js';
import type { Destination } from './destinations/destination.js';
import { MeasurementProtocol } from './destinations/measurement-protocol.js';
import type { QueueLimits } from './queue/memory-queue.js';
import { RelayStore } from './queue/relay-store.js';
import { DESTINATIONS, type DestinationName, type RelayEvent } from './relay-event.js';

const HOUR_MS = 3_600_000;
/** Of each destination: about ten minutes of a busy site, and little of the memory of a process. */
const SIZE = { maxEvents: 20_000, maxBytes: 16 * 1024 * 1024 };
/** Google takes events of the last 72 hours; Meta those of seven days, and knows repetitions for 48 hours. */
const LIMITS: Readonly<Record<DestinationName, QueueLimits>> = {
  measurement: { ...SIZE, maxAgeMs: 72 * HOUR_MS, maxRetryMs: 72 * HOUR_MS },
  // An hour is left for clocks that differ, and for a request that is under way.
  conversion: { ...SIZE, maxAgeMs: 167 * HOUR_MS, maxRetryMs: 47 * HOUR_MS },
};
/** How long requests under way may take when the process ends. */
const SHUTDOWN_MS = 3_000;
/** The folder below DATA_DIR. */
const FOLDER = 'relays';

/** Accepts events, stores them and sends them on. The queue belongs to the process that accepts, with or without a database. */
@Injectable()
export class Relays implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly recent = new RecentDeliveries();
  readonly poster = new JsonPoster();
  readonly measurementProtocol: MeasurementProtocol | undefined;
  readonly conversionsApi: ConversionsApi | undefined;
  readonly store: RelayStore;
  private readonly workers = new Map<DestinationName, DeliveryWorker>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(SiteRegistry) sites: SiteRegistry,
  ) {
    const features = sites.all().map(({ config }) => config.features);
    const missing = missingSetting(
      settings,
      features.some(({ measurementApi }) => measurementApi),
      features.some(({ conversionApi }) => conversionApi),
    );
    if (missing) throw new SettingsError(`Invalid settings:\n  ${missing}`);
    this.measurementProtocol = measurementProtocol(settings);
    this.conversionsApi = conversionsApi(settings);
    const groupOf = (event: RelayEvent): string => this.destination(event.destination)?.groupOf(event) ?? '';
    this.store = new RelayStore({
      folder: join(settings.DATA_DIR, FOLDER),
      queues: {
        measurement: { limits: LIMITS.measurement, groupOf },
        conversion: { limits: LIMITS.conversion, groupOf },
      },
      mayRepeat: (name) => this.destination(name)?.dropsRepetitions ?? false,
    });
    for (const name of DESTINATIONS) {
      const destination = this.destination(name);
      if (destination) this.workers.set(name, new DeliveryWorker(destination, this.store, this.poster, this.recent));
    }
  }

  /** @returns undefined where it is not set up */
  destination(name: DestinationName): Destination | undefined {
    return name === 'measurement' ? this.measurementProtocol : this.conversionsApi;
  }

  worker(name: DestinationName): DeliveryWorker | undefined {
    return this.workers.get(name);
  }

  /** The measurement id without its prefix, by which Google names its cookies. */
  get container(): string {
    return this.settings.GA_MEASUREMENT_ID?.replace(/^G-/, '') ?? '';
  }

  /** Resolves when the event is stored. It never waits for a destination. */
  async accept(event: RelayEvent): Promise<void> {
    await this.store.accept(event);
    this.workers.get(event.destination)?.wake();
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.workers.size === 0) return;
    await this.store.open(() => {
      for (const worker of this.workers.values()) worker.wake();
    });
  }

  /** What is not sent by now is sent by the next process that opens the folder. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.workers.size === 0) return;
    const stopped = Promise.all([...this.workers.values()].map((worker) => worker.stop()));
    await Promise.race([stopped, setTimeout(SHUTDOWN_MS, undefined, { ref: false })]);
    this.poster.close();
    await stopped;
    await this.store.close();
  }
}

function measurementProtocol(settings: Settings): MeasurementProtocol | undefined {
  const { GA_MP_ENDPOINT: endpoint, GA_MEASUREMENT_ID: measurementId, GA_API_SECRET: apiSecret } = settings;
  return measurementId && apiSecret ? new MeasurementProtocol({ endpoint, measurementId, apiSecret }) : undefined;
}

function conversionsApi(settings: Settings): ConversionsApi | undefined {
  const { META_GRAPH_ENDPOINT: endpoint, META_GRAPH_VERSION: version } = settings;
  const { META_PIXEL_ID: pixelId, META_ACCESS_TOKEN: accessToken } = settings;
  return pixelId && accessToken ? new ConversionsApi({ endpoint, version, pixelId, accessToken }) : undefined;
}

/** @returns which setting a flag of a site needs, and does not have */
function missingSetting(settings: Settings, measures: boolean, converts: boolean): string | undefined {
  if (measures && !settings.GA_MEASUREMENT_ID) return 'GA_MEASUREMENT_ID: is needed for sites with measurementApi';
  if (converts && !settings.META_PIXEL_ID) return 'META_PIXEL_ID: is needed for sites with conversionApi';
  return undefined;
}
