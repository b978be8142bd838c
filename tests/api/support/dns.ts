import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode } from 'dns-packet'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'

/** The DNS records by `TYPE name`: values, or the code of the error that a query returns. */
export type Zone = Map<string, string[] | string>

const failure = (code: string) => Object.assign(new Error(code), { code })

/** Creates a resolver that answers from a zone and records its queries. */
export function createZoneResolver(zone: Zone): DnsResolver & { queries: string[] } {
  const queries: string[] = []
  const resolve = (key: string) => {
    queries.push(key)
    const entry = zone.get(key) ?? 'ENOTFOUND'
    return typeof entry === 'string' ? Promise.reject(failure(entry)) : Promise.resolve(entry)
  }
  return {
    queries,
    cname: (host) => resolve(`CNAME ${host}`),
    // DNS sends long texts in parts.
    txt: async (host) =>
      (await resolve(`TXT ${host}`)).map((text) => [text.slice(0, 9), text.slice(9)]),
  }
}

/** Starts a DNS server that answers from a zone. Names without a record don't exist. */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const { id = 0, questions = [] } = decode(message)
    const [question] = questions
    if (!question) return
    const { name, type } = question
    const entry = zone.get(`${type} ${name}`)
    if (entry === 'ETIMEOUT') return // No answer.
    const known = [...zone.keys()].some((key) => key.endsWith(` ${name}`))
    const values = Array.isArray(entry) ? entry : []
    const answers = values.map((data) =>
      type === 'TXT'
        ? { type: 'TXT' as const, name, data: [Buffer.from(data)] }
        : { type: 'CNAME' as const, name, data },
    )
    const noSuchName = 3
    const flags = 0x180 | (known ? 0 : noSuchName)
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}
