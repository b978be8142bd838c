import { request } from 'undici'

/** A response from a store's host. */
export type HostResponse = { status: number; location: string; cookies: string[]; text: string }

/** Creates a browser at a store's host. It keeps cookies, but doesn't follow redirects. */
export function createHostBrowser(platformUrl: string, host: string, client = '127.0.0.1') {
  const jar = new Map<string, string>()
  return async (address: string, form?: Record<string, string>): Promise<HostResponse> => {
    const { pathname, search } = new URL(address, 'http://x')
    const { statusCode, headers, body } = await request(platformUrl + pathname + search, {
      method: form ? 'POST' : 'GET',
      headers: {
        host,
        'x-forwarded-for': client,
        // A form that another site sends has no cookies of the store.
        ...(form ? {} : { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    })
    const cookies = [headers['set-cookie'] ?? []].flat()
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return {
      status: statusCode,
      location: String(headers['location'] ?? ''),
      cookies,
      text: await body.text(),
    }
  }
}
