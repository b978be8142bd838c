import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode } from 'dns-packet'
import type { DnsResolver } from '#server/platform/core/outgoing/dns.ts'

/** What DNS holds by `TYPE name`: values, or the code of the error that asking ends with. */
export type Zone = Map<string, string[] | string>

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A resolver that answers from a zone, and counts what it is asked. */
export function zoneResolver(zone: Zone): DnsResolver & { asked: string[] } {
  const asked: string[] = []
  const ask = (key: string) => {
    asked.push(key)
    const held = zone.get(key) ?? 'ENOTFOUND'
    return typeof held === 'string' ? Promise.reject(failure(held)) : Promise.resolve(held)
  }
  return {
    asked,
    cname: (host) => ask(`CNAME ${host}`),
    // As DNS sends long texts: in parts.
    txt: async (host) =>
      (await ask(`TXT ${host}`)).map((text) => [text.slice(0, 9), text.slice(9)]),
  }
}

/** A DNS server on this machine that answers from a zone; names that it holds nothing of do not exist. */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const { id = 0, questions = [] } = decode(message)
    const [question] = questions
    if (!question) return
    const { name, type } = question
    const held = zone.get(`${type} ${name}`)
    if (held === 'ETIMEOUT') return // It never answers.
    const known = [...zone.keys()].some((key) => key.endsWith(` ${name}`))
    const values = Array.isArray(held) ? held : []
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
