import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'
import { refusalMessages } from '#shared/refusalMessages.ts'
import { refuse } from './problems.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** Smallest first. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const

type Asset = { type: string; body: Buffer; encoded: Partial<Record<string, Buffer>> }

/** The built files with what the build compressed, all in memory: a few hundred kB that never change. */
function readAssets(folder: string): Map<string, Asset> {
  const names = new Set(readdirSync(folder))
  const read = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined)
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const type = types[extname(name)]
    const body = read(name)
    if (!type || !body) continue
    const encoded = Object.fromEntries(
      encodings.flatMap((encoding) => {
        const smaller = read(name + encoding.ending)
        return smaller ? [[encoding.name, smaller]] : []
      }),
    )
    assets.set(`/${name}`, { type, body, encoded })
  }
  return assets
}

/** Whether an `Accept-Encoding` header takes an encoding; `q=0` means no. */
export const accepts = (header: string | undefined, encoding: string): boolean =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((text) => text.trim())
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })

/** Serves the files of the build, whose names change with their content (http.md "Pages"). */
export function createAssets(folder: string): RequestHandler {
  const assets = readAssets(folder)
  return (req, res) => {
    res.locals['route'] = '/assets/*'
    const asset = assets.get(req.path)
    if (!asset || (req.method !== 'GET' && req.method !== 'HEAD'))
      return refuse(req, res, { status: 404, code: 'not_found', title: refusalMessages.noAsset })
    const encoding = encodings.find(
      ({ name }) => asset.encoded[name] && accepts(req.headers['accept-encoding'], name),
    )
    res.setHeader('Content-Type', asset.type)
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.setHeader('Vary', 'Accept-Encoding')
    if (encoding) res.setHeader('Content-Encoding', encoding.name)
    res.send(encoding ? asset.encoded[encoding.name] : asset.body)
  }
}
