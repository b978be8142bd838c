import { once } from 'node:events'

/**
 * Listens on any port, reports it to the parent, and ends with the parent.
 * @param {import('node:http').Server} server
 */
export async function listen(server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  process.send?.({ type: 'listening', url: `http://127.0.0.1:${address.port}` })
  for (const end of ['disconnect', 'SIGTERM']) process.once(end, () => process.exit())
}
