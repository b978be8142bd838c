import { once } from 'node:events'
import type { Server } from 'node:net'
import { StartFailure } from './startFailure.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'something else listens there already. Stop it, or choose another port',
  EACCES: 'this user may not listen there. Choose a port above 1023',
  EADDRNOTAVAIL: 'this machine does not have that address. Choose another HOST',
  ENOTFOUND: 'there is no host of that name. Choose another HOST',
}

/** Listens; an address that cannot be had is a `StartFailure`. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : null
    if (!reason) throw error
    throw new StartFailure(`The console cannot use port ${port} on ${host}: ${reason}.`)
  }
}
