/** Modes of libpq that accept an unencrypted connection, or a certificate of anybody. */
const weakModes = ['disable', 'allow', 'prefer', 'no-verify']

/**
 * Returns the URL with `sslmode=verify-full`, so that every connection, also that of the job queue,
 * is encrypted and the server's certificate and name are verified (OWASP ASVS 12.3.1 and 12.3.2).
 * Returns null if the URL asks for less. `sslrootcert` and client certificates stay.
 */
export function withVerifiedTls(url: string): string | null {
  const address = new URL(url)
  const mode = address.searchParams.get('sslmode')
  if (mode !== null && weakModes.includes(mode)) return null
  address.searchParams.set('sslmode', 'verify-full')
  return address.href
}

/** Whether the server is on this machine: a socket, or a loopback address. */
export function isLocalDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
}
