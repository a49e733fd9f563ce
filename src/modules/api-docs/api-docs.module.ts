import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Module, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OPENAPI_JSON } from '#contract/generated/openapi.js';

/** Files of Swagger UI that the page needs, by name. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
/** A separate file rather than an inline script, so that the page needs no exception in its content security policy. */
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: false, validatorUrl: null });`;
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>API</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="docs"><h1>API</h1><p><a href="/api/openapi.json">OpenAPI 3.1</a></p></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Documentation of the HTTP API for people and programs (TRACK-04). All its files come from this server. */
@Controller('api')
class ApiDocsController {
  @Get('openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  document(): string {
    return OPENAPI_JSON;
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  @Header('Content-Security-Policy', POLICY)
  @Header('X-Frame-Options', 'SAMEORIGIN')
  page(): string {
    return PAGE;
  }

  @Get('docs/:name')
  async asset(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer | string> {
    void reply.header('cache-control', 'public, max-age=86400').header('x-content-type-options', 'nosniff');
    if (name === 'start.js') {
      void reply.type('text/javascript; charset=utf-8');
      return START;
    }
    const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    if (!type) throw new NotFoundException('There is no such file.');
    void reply.type(type);
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    return readFile(join(folder, name));
  }
}

@Module({ controllers: [ApiDocsController] })
export class ApiDocsModule {}
