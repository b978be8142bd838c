import { TLSSocket } from 'node:tls'
import type { Outgoing } from './outgoing.ts'
import { NetworkError } from './networkError.ts'

/** When a host's certificate expires (ISO 8601), or why its visitors get a warning. */
export type CertificateCheck =
  | { expiresAt: string; problem: null }
  | { expiresAt: null; problem: string }

const httpsPort = 443

/** Connects to a host as a browser does, and reads its certificate. */
export async function readCertificate(
  outgoing: Pick<Outgoing, 'connect'>,
  host: string,
): Promise<CertificateCheck> {
  try {
    const socket = await outgoing.connect({
      host,
      port: httpsPort,
      purpose: 'web',
      encrypted: true,
    })
    try {
      if (!(socket instanceof TLSSocket)) throw new Error('The connection has no certificate')
      return {
        expiresAt: new Date(socket.getPeerCertificate().valid_to).toISOString(),
        problem: null,
      }
    } finally {
      socket.destroy()
    }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return { expiresAt: null, problem: error.message }
  }
}
