import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SETTINGS, type Settings, SettingsError } from '../../settings.js';
import { SiteRegistry } from '../sites/index.js';
import { DeliveryWorker, RecentDeliveries } from './delivery/delivery-worker.js';
import { JsonPoster } from './delivery/post-json.js';
import { type Destination, MeasurementProtocol, ConversionsApi } from './destinations.js';
import type { QueueLimits } from './queue/memory-queue.js';
import { RelayStore } from './queue/relay-store.js';
import { DESTINATIONS, type DestinationName, type RelayEvent } from './relay-event.js';

const HOUR_MS = 3_600_000;
/** Limits per destination: about ten minutes of events of a busy site, and a small part of the process's memory. */
const SIZE = { maxEvents: 20_000, maxBytes: 16 * 1024 * 1024 };
/** Google accepts events of the last 72 hours; Meta those of seven days, and detects repetitions within 48 hours. */
const LIMITS: Readonly<Record<DestinationName, QueueLimits>> = {
  measurement: { ...SIZE, maxAgeMs: 72 * HOUR_MS, maxRetryMs: 72 * HOUR_MS },
  // One hour less than Meta allows, for clock differences and requests in progress.
  conversion: { ...SIZE, maxAgeMs: 167 * HOUR_MS, maxRetryMs: 47 * HOUR_MS },
};
/** How long requests in progress may take when the process ends, in milliseconds. */
const SHUTDOWN_MS = 3_000;
/** Name of the folder in DATA_DIR. */
const FOLDER = 'relays';

/** Accepts, stores and forwards events. The queue belongs to the accepting process and works with or without a database. */
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

  /** @returns undefined if the destination is not configured */
  destination(name: DestinationName): Destination | undefined {
    return name === 'measurement' ? this.measurementProtocol : this.conversionsApi;
  }

  worker(name: DestinationName): DeliveryWorker | undefined {
    return this.workers.get(name);
  }

  /** The measurement id without its prefix, which is part of the names of Google's cookies. */
  get container(): string {
    return this.settings.GA_MEASUREMENT_ID?.replace(/^G-/, '') ?? '';
  }

  /** Resolves when the event is stored, without waiting for the destination. */
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

  /** Events that are not sent by now are sent by the next process that opens the folder. */
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

/** @returns the missing setting that a flag of a site requires */
function missingSetting(settings: Settings, measures: boolean, converts: boolean): string | undefined {
  if (measures && !settings.GA_MEASUREMENT_ID) return 'GA_MEASUREMENT_ID: is needed for sites with measurementApi';
  if (converts && !settings.META_PIXEL_ID) return 'META_PIXEL_ID: is needed for sites with conversionApi';
  return undefined;
}
