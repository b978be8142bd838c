import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'
import { rejectionMessages } from '../edge/messages.ts'
import { rejectRequest } from '../edge/problems.ts'
import { getPreferredEncoding } from '../edge/compression.ts'
import type { Encoding } from '../edge/compression.ts'

const assetContentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

const encodedSuffixes: readonly [Encoding, ending: string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

type Asset = { type: string; body: Buffer; encoded: Partial<Record<Encoding, Buffer>> }

function readAssets(folder: string): Map<string, Asset> {
  const names = new Set(readdirSync(folder))
  const read = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined)
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const type = assetContentTypes[extname(name)]
    const body = read(name)
    if (!type || !body) continue
    const encoded = Object.fromEntries(
      encodedSuffixes.flatMap(([encoding, ending]) => {
        const compressed = read(name + ending)
        return compressed ? [[encoding, compressed]] : []
      }),
    )
    assets.set(`/${name}`, { type, body, encoded })
  }
  return assets
}

/** Serves the build's files, whose names change with their content (http.md "Pages"). */
export function createAssets(folder: string): RequestHandler {
  const assets = readAssets(folder)
  return (req, res) => {
    res.locals['route'] = '/assets/*'
    const asset = assets.get(req.path)
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD'))
      return rejectRequest(req, res, {
        status: 404,
        code: 'not_found',
        detail: rejectionMessages.noAsset,
      })
    const encoding = getPreferredEncoding(req.headers['accept-encoding'])
    const encoded = encoding && asset.encoded[encoding]
    res.setHeader('Content-Type', asset.type)
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.setHeader('Vary', 'Accept-Encoding')
    if (encoded) res.setHeader('Content-Encoding', encoding)
    res.send(encoded ?? asset.body)
  }
}
