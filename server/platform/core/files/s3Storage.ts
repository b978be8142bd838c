import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import { HttpError } from '../platform/httpError.ts'
import type { FileStorage } from './storage.ts'
import { fileMessages } from './messages.ts'

export type S3Location = {
  /** The URL of the bucket and the prefix of all keys; ends with `/`. */
  base: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Parses `https://KEY:SECRET@HOST/BUCKET?region=REGION`; null if it isn't one. A prefix may follow
 * the bucket.
 */
export function parseS3Location(text: string): S3Location | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '') return null
  const { username, password, origin, pathname, searchParams } = url
  const region = searchParams.get('region') ?? 'us-east-1'
  const isPlace = /^(\/[\w.-]+)+\/?$/.test(pathname) && !/\/\.{1,2}(\/|$)/.test(pathname)
  const isAll = [...searchParams.keys()].every((name) => name === 'region')
  const [accessKeyId, secretAccessKey] = decodeCredentials([username, password])
  if (!accessKeyId || !secretAccessKey || !isPlace || !isAll || !/^[\w-]+$/.test(region))
    return null
  return {
    base: `${origin}${pathname.replace(/\/$/, '')}/`,
    region,
    accessKeyId,
    secretAccessKey,
  }
}

function decodeCredentials(texts: readonly string[]): string[] {
  try {
    return texts.map(decodeURIComponent)
  } catch {
    return []
  }
}

const requestTimeoutMs = 30_000
const uploadTimeoutMs = 10 * 60_000

/** Creates a storage in an S3 bucket. `incoming` is a local folder. */
export function createS3Storage(location: S3Location, incoming: string, log: Logger): FileStorage {
  const { base, ...keys } = location
  const client = new AwsClient({ ...keys, service: 's3', retries: 2 })

  async function send(
    method: 'HEAD' | 'GET' | 'PUT' | 'DELETE',
    key: string,
    body?: Blob,
  ): Promise<Response> {
    const timeout = new AbortController()
    // Only until the response begins, since its body is read at the client's pace.
    const timer = setTimeout(() => timeout.abort(), body ? uploadTimeoutMs : requestTimeoutMs)
    try {
      // A file is read as it's sent. S3 checks content that is stored under its hash.
      const headers: Record<string, string> =
        hashPattern.test(key) && body ? { [hashHeader]: key } : {}
      const init = { method, headers, signal: timeout.signal, ...(body && { body }) }
      const response = await client.fetch(base + key, init)
      if (response.ok || (response.status === 404 && !body)) return response
      const errorText = await response.text()
      throw new Error(`${method} was answered ${response.status} ${errorText.slice(0, 500)}`)
    } catch (err) {
      log.error({ err }, 'A request to file storage failed')
      throw new HttpError(503, 'busy', fileMessages.storageUnavailableDetail, { retryAfter: 5 })
    } finally {
      clearTimeout(timer)
    }
  }
  const has = async (key: string) => (await send('HEAD', key)).ok

  return {
    incoming,
    has,
    async put(key, path) {
      if (!(await has(key))) await send('PUT', key, await openAsBlob(path))
    },
    async open(key) {
      const { ok, body } = await send('GET', key)
      if (!ok || !body) throw new Error(`The storage has no content ${key}`)
      return Readable.from(body, { objectMode: false })
    },
    remove: async (key) => void (await send('DELETE', key)),
  }
}

const hashPattern = /^[0-9a-f]{64}$/
const hashHeader = 'x-amz-content-sha256'
