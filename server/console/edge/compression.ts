import { promisify } from 'node:util'
import type { Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { RequestHandler, Response } from 'express'
import type { ConsoleSettings } from '../settings.ts'

export type Encoding = 'br' | 'gzip'

/** Below this many bytes there is nothing to gain. */
const minCompressedBytes = 1024

// scripts/bench/README.md says what levels cost and save.
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    // A page of the past; the default is much memory for each answer under way.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}
const gzipOptions = { level: 3 }

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** The encoding that an `Accept-Encoding` header prefers; brotli where it likes both the same, null where it wants none. */
export function getPreferredEncoding(header: string | undefined): Encoding | null {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const [, q = '1'] = /^q=([\d.]+)$/.exec(parameters.join(';')) ?? []
      return [name, Number(q)]
    }),
  )
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  const weight = weightOf(best)
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? best : null
}

/** Leaves in `res.locals.encoding` how the answer may be compressed: null = not, undefined = by whoever stands before us. */
export const negotiateEncoding =
  ({ compression }: Pick<ConsoleSettings, 'compression'>): RequestHandler =>
  (req, res, next) => {
    if (compression) res.locals['encoding'] = getPreferredEncoding(req.headers['accept-encoding'])
    next()
  }

/** The encoding of an answer that gains from one. Says in `Vary` that it depends on the request. */
export function chooseEncoding(res: Response, length: number): Encoding | null {
  const encoding: Encoding | null | undefined = res.locals['encoding']
  if (encoding === undefined || length < minCompressedBytes) return null
  res.setHeader('Vary', 'Accept-Encoding')
  return encoding
}

export async function sendCompressed(res: Response, body: Buffer): Promise<void> {
  const encoding = chooseEncoding(res, body.length)
  if (!encoding) return void res.end(body)
  const packed = await compressors[encoding](body, encoding === 'br' ? brotliOptions : gzipOptions)
  res.setHeader('Content-Encoding', encoding)
  res.end(packed)
}

/** Compresses what is written to it, and lets each piece go at once: what the platform sends slowly arrives as slowly. */
export const createCompressor = (encoding: Encoding): Transform =>
  encoding === 'br'
    ? createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH })
