import { promisify } from 'node:util'
import type { Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { RequestHandler, Response } from 'express'
import type { ConsoleSettings } from '../settings.ts'

export type Encoding = 'br' | 'gzip'

/** Compressing fewer bytes than this saves nothing. */
const minCompressedBytes = 1024

// scripts/bench/README.md says what the levels cost and save.
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    // A window of 256 KB. The default needs much more memory for each response in progress.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}
const gzipOptions = { level: 3 }

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * Returns the encoding that an `Accept-Encoding` header prefers: Brotli if both are equally
 * preferred, null if it prefers no compression.
 */
export function getPreferredEncoding(header: string | undefined): Encoding | null {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const [, q = '1'] = /^q=([\d.]+)$/.exec(parameters.join(';')) ?? []
      return [name, Number(q)]
    }),
  )
  const getWeight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best = getWeight('br') >= getWeight('gzip') ? 'br' : 'gzip'
  const weight = getWeight(best)
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? best : null
}

/**
 * Sets `res.locals.encoding`, the response's possible encoding: null = none, undefined = left to
 * the reverse proxy.
 */
export const negotiateEncoding =
  ({ compression }: Pick<ConsoleSettings, 'compression'>): RequestHandler =>
  (req, res, next) => {
    if (compression) res.locals['encoding'] = getPreferredEncoding(req.headers['accept-encoding'])
    next()
  }

/**
 * Chooses the encoding of a response, if one saves anything. Adds `Vary`, because the choice
 * depends on the request.
 */
export function chooseEncoding(res: Response, length: number): Encoding | null {
  const encoding: Encoding | null | undefined = res.locals['encoding']
  if (encoding === undefined || length < minCompressedBytes) return null
  res.setHeader('Vary', 'Accept-Encoding')
  return encoding
}

export async function sendCompressed(res: Response, body: Buffer): Promise<void> {
  const encoding = chooseEncoding(res, body.length)
  if (!encoding) return void res.end(body)
  const compressed = await compress(body, encoding)
  res.setHeader('Content-Encoding', encoding)
  res.end(compressed)
}

/** Compresses a whole body, which takes less CPU time than compressing it chunk by chunk. */
export const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  compressors[encoding](body, encoding === 'br' ? brotliOptions : gzipOptions)

/**
 * Creates a compressor that flushes every chunk, so that what the platform sends slowly still
 * arrives chunk by chunk.
 */
export const createCompressor = (encoding: Encoding): Transform =>
  encoding === 'br'
    ? createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH })
