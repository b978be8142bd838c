import autocannon from 'autocannon'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { mostWhile, megabytes } from './memory.ts'
import { startPlatform } from './platform.ts'
import { startConsole } from './program.ts'

import type { Row } from './table.ts'

const many = 20
const size = 50_000_000

/**
 * Measures how much memory both programs keep after 20 simultaneous uploads of 50 MB, after a
 * warm-up.
 */
export async function uploads(): Promise<Row[]> {
  const platform = await startPlatform({ DEMO_DATA: 'small' })
  const console = await startConsole(platform.url)
  const headers = { cookie: `apiToken=${platform.token}`, 'sec-fetch-site': 'same-origin' }
  const requests = ['/stores', '/sizes', '/api/stores', '/api/sizes'].map((path) => ({
    path,
    headers,
  }))
  await autocannon({ url: console.url, connections: 10, duration: 8, requests })
  const send = await uploadTo(console.url, headers)
  await send()

  const before = await Promise.all([platform.usage(), console.usage()])
  const begun = performance.now()
  const sent = Promise.all(Array.from({ length: many }, send))
  const both = await Promise.all([mostWhile(sent, platform), mostWhile(sent, console)])
  const seconds = (performance.now() - begun) / 1000
  const after = await Promise.all([platform.usage(), console.usage()])
  await console.stop()
  await platform.stop()

  return ['the platform', 'the console'].map((program, at) => {
    const was = before[at]?.rss ?? 0
    const more = (rss: number) => `${rss < was ? '' : '+'}${megabytes(rss - was)} MB`
    return {
      what: `Memory used by ${program} after ${many} simultaneous 50 MB uploads`,
      measured: `${more(after[at]?.rss ?? 0)} (from ${megabytes(was)} MB); peak ${more(both[at]?.most ?? 0)}; ${seconds.toFixed(1)} s`,
      budget: '+60 MB',
    }
  })
}

async function uploadTo(url: string, headers: Record<string, string>) {
  const create = { width: 300, height: 200, channels: 3, background: 'red' } as const
  const picture = await sharp({ create }).png().toBuffer()
  const rest = Buffer.alloc(65_536)
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.png"'
  const head = Buffer.from(['--b', disposition, '', ''].join('\r\n'))
  const tail = Buffer.from('\r\n--b--\r\n')
  function* body() {
    yield head
    yield picture
    for (let left = size - picture.length; left > 0; left -= rest.length)
      yield rest.subarray(0, Math.min(left, rest.length))
    yield tail
  }
  return async () => {
    const upload = request(`${url}/api/files?for=stores.logo`, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': head.length + size + tail.length,
      },
    })
    Readable.from(body(), { objectMode: false }).pipe(upload)
    const told = await once(upload, 'response')
    const answer: import('node:http').IncomingMessage = told[0]
    answer.resume()
    if (answer.statusCode !== 201) throw new Error(`An upload was answered ${answer.statusCode}`)
  }
}
