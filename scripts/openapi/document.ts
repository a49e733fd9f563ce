import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiProperty, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from '../../src/app.module.js';
import { ConversionBody, MeasurementBody } from '../../src/modules/analytics-relay/relay.controller.js';
import { BODY_PROPERTIES, DESCRIPTIONS, SCHEMAS } from './descriptions.js';

/** Paths that programs use, which the document describes. Pages, images and forms of the product are not included. */
const FOR_PROGRAMS = /^\/(?:(?:api|health|feeds|sitemap)[/.]|\{(?:type|lang)\}\/.*sitemap)/;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const AUTH_PATH = '/api/auth';
/** Controllers whose routes Nest puts below `AUTH_PATH` at start, which does not happen here. */
const AUTH_CONTROLLERS = /^(?:Session|Log|Rest|SignIn|AuthError)Controller_/;
/** Route that answers all other requests below `AUTH_PATH`. */
const CATCH_ALL = /^RestController_(?!verify)/;

/** Adds descriptions to the fields of request bodies, which class-validator validates. */
function describeBodies(): void {
  const bodies = { MeasurementBody, ConversionBody };
  for (const [name, properties] of Object.entries(BODY_PROPERTIES))
    for (const [property, options] of Object.entries(properties))
      ApiProperty(options)(bodies[name as keyof typeof bodies].prototype, property);
}

/** @returns the document, and its missing and surplus descriptions */
export async function openApiDocument(): Promise<{ document: OpenAPIObject; violations: string[] }> {
  describeBodies();
  // Nothing is started: the routes are read from the controllers.
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.register(null, AUTH_PATH),
    new FastifyAdapter(),
    { logger: false, preview: true, abortOnError: false },
  );
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Causeboard')
    .setDescription('Addresses for programs: relays of events, texts, the session protocol, health and feeds.')
    .setVersion('1')
    .setLicense('GPL-2.0-or-later', 'https://www.gnu.org/licenses/old-licenses/gpl-2.0.html')
    .build();
  const read = SwaggerModule.createDocument(app, config, { extraModels: [MeasurementBody, ConversionBody] });
  return describe(read);
}

function describe(read: OpenAPIObject): { document: OpenAPIObject; violations: string[] } {
  const violations: string[] = [];
  const described = new Set<string>();
  const paths: OpenAPIObject['paths'] = {};
  for (const [route, item] of Object.entries(read.paths).sort(([one], [other]) => one.localeCompare(other))) {
    for (const method of METHODS) {
      const operation = item[method];
      const id = operation?.operationId ?? '';
      const path = AUTH_CONTROLLERS.test(id) ? AUTH_PATH + route : route;
      if (!operation || !FOR_PROGRAMS.test(path) || CATCH_ALL.test(id)) continue;
      const key = `${method.toUpperCase()} ${path}`;
      const description = DESCRIPTIONS[key];
      described.add(key);
      if (description === 'not documented') continue;
      if (!description) {
        violations.push(`${key} has no description in scripts/openapi/descriptions.ts`);
        continue;
      }
      const { parameters = [] } = operation;
      paths[path] ??= {};
      paths[path][method] = {
        operationId: `${id}_${method}`.replaceAll(/\W/g, ''),
        parameters: parameters.filter((parameter) => 'in' in parameter && parameter.in === 'path'),
        ...description,
      };
    }
  }
  for (const key of Object.keys(DESCRIPTIONS)) if (!described.has(key)) violations.push(`${key} is no route`);
  const schemas = { ...read.components?.schemas, ...SCHEMAS };
  return { document: { ...read, paths, components: { schemas } }, violations };
}
