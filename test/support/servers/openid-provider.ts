import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

/** A person with an account at the provider, who logs in there with the id alone. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export const CLIENT_SECRET = 'secret-of-the-product-at-the-provider';
const CLIENTS = ['google', 'linkedin', 'facebook'] as const;

/**
 * A real OpenID provider on loopback with its own login page. It acts as three providers: `google` and `facebook` require PKCE (S256),
 * `linkedin` refuses it as LinkedIn does, and `facebook` has a `/me` like that of its Graph API.
 */
export class TestOpenIdProvider {
  /** Requests from the product, as `METHOD /path`. */
  readonly asked: string[] = [];
  /** Authorization URLs to which people were redirected. */
  readonly authorizations: URL[] = [];
  private readonly people = new Map<string, ProviderPerson>();
  private provider: Provider | undefined;
  private server: Server | undefined;
  private port = 0;

  static async start(): Promise<TestOpenIdProvider> {
    const provider = new TestOpenIdProvider();
    await provider.listen();
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Settings of a product that uses this provider. */
  get settings(): Record<string, string> {
    return Object.fromEntries(
      CLIENTS.flatMap((id) => {
        const name = id.toUpperCase();
        return [
          [`${name}_CLIENT_ID`, id],
          [`${name}_CLIENT_SECRET`, CLIENT_SECRET],
          [`${name}_AUTHORIZATION_URL`, `${this.url}/auth`],
          [`${name}_TOKEN_URL`, `${this.url}/token`],
          // Google's strategy uses this name to choose between Google's profile formats.
          [`${name}_USERINFO_URL`, id === 'facebook' ? `${this.url}/graph/me?fields=id,email` : `${this.url}/userinfo`],
        ];
      }),
    );
  }

  /** Accepts logins for the product at this origin, which must be running. */
  serve(origin: string): void {
    this.provider = new Provider(this.url, configurationFor(origin, this.people));
  }

  add(person: ProviderPerson): ProviderPerson {
    this.people.set(person.sub, person);
    return person;
  }

  /** Listens again, on the same port. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /**
   * Goes through the login page as a browser without scripts does.
   *
   * @param sub id of the person who logs in; undefined if the person refuses
   * @returns the URL of the product to which the browser is redirected
   */
  async logIn(authorizationUrl: string, sub: string | undefined): Promise<URL> {
    const cookies = new Map<string, string>();
    let [url, init] = [new URL(authorizationUrl), {} as RequestInit];
    for (let step = 0; step < 10; step++) {
      if (url.origin !== this.url) return url;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value) cookies.set(name!, value);
        else cookies.delete(name!);
      }
      const location = response.headers.get('location');
      if (location) {
        [url, init] = [new URL(location, url), {}];
      } else {
        if (!url.pathname.startsWith('/interaction/')) throw new Error(`${url.href}: ${await response.text()}`);
        const body = new URLSearchParams(sub === undefined ? { deny: 'on' } : { sub });
        init = { method: 'POST', body };
      }
    }
    throw new Error('The provider leads nowhere');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url);
    this.asked.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/auth') this.authorizations.push(url);
    if (url.pathname.startsWith('/interaction/')) return this.interact(request, response);
    // Browsers request it, and log an error if there is none.
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (url.pathname === '/graph/me') return this.graph(request, response);
    this.provider!.callback()(request, response) as unknown;
  }

  private async interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(await bodyOf(request));
    const sub = fields.get('sub');
    if (fields.has('deny')) {
      const result = { error: 'access_denied', error_description: 'They said no' };
      return this.provider!.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    if (sub && this.people.has(sub))
      return this.provider!.interactionFinished(request, response, { login: { accountId: sub } });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(LOGIN_PAGE);
  }

  private async graph(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const found = token ? await this.provider!.AccessToken.find(token) : undefined;
    const person = this.people.get(found?.accountId ?? '');
    if (!person) return void response.writeHead(401).end('{"error":{"message":"Invalid OAuth access token"}}');
    const { sub: id, email, given_name: first_name, family_name: last_name } = person;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id, email, first_name, last_name }));
  }
}

const LOGIN_PAGE = `<!doctype html><html lang="en"><title>Log in at the provider</title>
<h1>Log in at the provider</h1>
<form method="post"><label>Account <input name="sub"></label><button>Log in</button></form>
<form method="post"><input type="hidden" name="deny" value="on"><button>Refuse</button></form></html>`;

function configurationFor(origin: string, people: ReadonlyMap<string, ProviderPerson>): Configuration {
  return {
    clients: CLIENTS.map((id) => ({
      client_id: id,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${origin}/api/auth/callback/${id}`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    pkce: { required: (_context, client) => client.clientId !== 'linkedin' },
    scopes: ['openid', 'public_profile'],
    routes: { userinfo: '/userinfo' },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of-the-tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    // Every person who logs in has already consented.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope(oidc.params!.scope as string);
      await grant.save();
      return grant;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}
