/** A cookie as it was set. */
export interface SetCookie {
  name: string;
  value: string;
  /** By lower-case name; attributes without a value are `true`. */
  attributes: Record<string, string | true>;
}

/** Captured at load time, because tests may replace the global function. */
const send = globalThis.fetch;

/** A visitor with a browser: keeps cookies as a browser does, and follows no redirects. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  /** All cookies that were set, in order. */
  readonly set: SetCookie[] = [];

  constructor(
    readonly origin: string,
    private readonly headers: Record<string, string> = {},
    /** Path of the session protocol. */
    private readonly authPath = '/api/auth',
  ) {}

  readonly fetch = async (path: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({ ...this.headers, ...Object.fromEntries(new Headers(init.headers)) });
    if (this.cookies.size && !headers.has('cookie'))
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const url = new URL(path instanceof Request ? path.url : path, this.origin);
    const response = await send(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(readSetCookie(line));
    return response;
  };

  async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await (await this.fetch(path, init)).json()) as T;
  }

  /** Submits a form with the visitor's CSRF token. */
  async send(path: string, fields: Record<string, string>, init: RequestInit = {}): Promise<Response> {
    const { csrfToken } = await this.json<{ csrfToken: string }>(`${this.authPath}/csrf`);
    return this.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, json: 'true', ...fields }),
      ...init,
    });
  }

  logIn(email: string, password: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.send(`${this.authPath}/callback/credentials`, { email, password, ...fields });
  }

  session(): Promise<{ user?: { name: string; email: string; image: string | null }; expires?: string } & object> {
    return this.json(`${this.authPath}/session`);
  }

  private keep(cookie: SetCookie): void {
    this.set.push(cookie);
    if (cookie.attributes['max-age'] === '0') this.cookies.delete(cookie.name);
    else this.cookies.set(cookie.name, cookie.value);
  }
}

function readSetCookie(line: string): SetCookie {
  const [pair = '', ...rest] = line.split('; ');
  const at = pair.indexOf('=');
  const attributes = Object.fromEntries<string | true>(
    rest.map((part) => {
      const [name = '', value] = part.split('=');
      return [name.toLowerCase(), value ?? true] as const;
    }),
  );
  return { name: pair.slice(0, at), value: pair.slice(at + 1), attributes };
}
