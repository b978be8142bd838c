import autocannon from 'autocannon'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { measurePeakMemory, toMegabytes } from './memory.ts'
import { startPlatform } from './platform.ts'
import { startConsole } from './measuredProgram.ts'

import type { Row } from './table.ts'

const uploadCount = 20
const uploadBytes = 50_000_000

/**
 * Measures how much memory both programs keep after 20 simultaneous uploads of 50 MB, after a
 * warm-up.
 */
export async function runUploadsBench(): Promise<Row[]> {
  const platform = await startPlatform({ DEMO_DATA: 'small' })
  const console = await startConsole(platform.url)
  const headers = { cookie: `apiToken=${platform.token}`, 'sec-fetch-site': 'same-origin' }
  const requests = ['/stores', '/sizes', '/api/stores', '/api/sizes'].map((path) => ({
    path,
    headers,
  }))
  await autocannon({ url: console.url, connections: 10, duration: 8, requests })
  const send = await createUploader(console.url, headers)
  await send()

  const before = await Promise.all([platform.usage(), console.usage()])
  const startedAt = performance.now()
  const uploadsPromise = Promise.all(Array.from({ length: uploadCount }, send))
  const peaks = await Promise.all([
    measurePeakMemory(uploadsPromise, platform),
    measurePeakMemory(uploadsPromise, console),
  ])
  const seconds = (performance.now() - startedAt) / 1000
  const after = await Promise.all([platform.usage(), console.usage()])
  await console.stop()
  await platform.stop()

  return ['the platform', 'the console'].map((program, index) => {
    const rssBefore = before[index]?.rss ?? 0
    const formatGrowth = (rss: number) =>
      `${rss < rssBefore ? '' : '+'}${toMegabytes(rss - rssBefore)} MB`
    return {
      title: `Memory used by ${program} after ${uploadCount} simultaneous 50 MB uploads`,
      result: `${formatGrowth(after[index]?.rss ?? 0)} (from ${toMegabytes(rssBefore)} MB); peak ${formatGrowth(peaks[index]?.peak ?? 0)}; ${seconds.toFixed(1)} s`,
      budget: '+60 MB',
    }
  })
}

async function createUploader(url: string, headers: Record<string, string>) {
  const create = { width: 300, height: 200, channels: 3, background: 'red' } as const
  const image = await sharp({ create }).png().toBuffer()
  const filler = Buffer.alloc(65_536)
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.png"'
  const head = Buffer.from(['--b', disposition, '', ''].join('\r\n'))
  const tail = Buffer.from('\r\n--b--\r\n')
  function* generateBody() {
    yield head
    yield image
    for (let remaining = uploadBytes - image.length; remaining > 0; remaining -= filler.length)
      yield filler.subarray(0, Math.min(remaining, filler.length))
    yield tail
  }
  return async () => {
    const upload = request(`${url}/api/files?for=stores.logo`, {
      method: 'POST',
      agent: false,
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': head.length + uploadBytes + tail.length,
      },
    })
    Readable.from(generateBody(), { objectMode: false }).pipe(upload)
    const responseEvent = await once(upload, 'response')
    const response: import('node:http').IncomingMessage = responseEvent[0]
    response.resume()
    if (response.statusCode !== 201)
      throw new Error(`An upload failed with status ${response.statusCode}`)
  }
}
