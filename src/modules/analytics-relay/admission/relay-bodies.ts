import { IsObject, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import type { FastifyInstance } from 'fastify';
import { SERVER_EVENT_PREFIX, CONVERSION_API_PATH, MEASUREMENT_API_PATH } from '#contract/measurement/events.js';

const MAX_EVENT_LENGTH = 40;
/** Maximum request size; normal requests have a few hundred bytes. Routes reject larger bodies without reading them. */
const MAX_RELAY_BODY_BYTES = 16 * 1024;

/** An event for Google. */
export class MeasurementBody {
  /** Event key, with the prefix of events that servers relay. */
  @IsString()
  @MaxLength(MAX_EVENT_LENGTH)
  @Matches(new RegExp(`^${SERVER_EVENT_PREFIX}[a-z][a-z_]*$`), {
    message: `event must be the key of an event with the prefix ${SERVER_EVENT_PREFIX}`,
  })
  event!: string;
  @IsObject() params!: Record<string, unknown>;
  /** Identifies an event that is repeated, or that a tag in the browser sends as well. */
  @IsOptional() @IsUUID() event_id?: string;
}

/** An event for Meta. */
export class ConversionBody {
  @IsString()
  @MaxLength(MAX_EVENT_LENGTH)
  @Matches(/^[a-z][a-z_]*$/, { message: 'event_name must be a key' })
  event_name!: string;
  @IsObject() custom_data!: Record<string, unknown>;
  @IsOptional() @IsUUID() event_id?: string;
}

/** Rejects large bodies before they are read, because events are small. Must be called before routes are added. */
export function limitRelayBodies(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.url === MEASUREMENT_API_PATH || route.url === CONVERSION_API_PATH) route.bodyLimit = MAX_RELAY_BODY_BYTES;
  });
}
