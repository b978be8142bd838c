/**
 * Signs in at the mock provider (`oidcProvider.ts`) as a browser does, starting at the URL of a
 * request. Returns the URL that the provider redirects to.
 */
export async function signInAtProvider(address: string, name: string): Promise<URL> {
  const jar = new Map<string, string>()
  const provider = new URL(address).origin
  let next = new URL(address)
  let body: URLSearchParams | null = null
  for (let hops = 0; hops < 12 && next.origin === provider; hops++) {
    const answer: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(key, value)
    }
    const location = answer.headers.get('location')
    if (location === null && body) throw new Error(`The provider answered ${answer.status}`)
    body = location === null ? new URLSearchParams({ name, answer: 'go' }) : null
    if (location !== null) next = new URL(location, next)
  }
  return next
}
