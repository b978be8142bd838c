import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, assert, record, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import type { Route } from '#shared/navigation/routes.ts'

const Manifest = type({
  script: string(),
  style: string(),
  preload: type({ entry: array(string()) }),
  chunks: record(string(), array(string())),
})

/**
 * URLs of the built assets: entry script, stylesheet with its text, and the chunks of each screen.
 */
export type Manifest = Infer<typeof Manifest> & { styleText: string }

/** Reads the manifest that the build wrote into `dist`; throws if there is none. */
export function readManifest(dist: string): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  assert(manifest, Manifest)
  return { ...manifest, styleText: readFileSync(join(dist, 'client', manifest.style), 'utf8') }
}

/**
 * Returns the source files of the chunks that a page loads in addition to the entry, by which the manifest
 * names them. An unknown URL has no route.
 */
export function listChunkSources(route: Route | undefined): string[] {
  if (route?.path === '/') return []
  const frameSource = 'client/frame/route.ts'
  if (!route) return [frameSource, 'client/parts/notFound/NotFound.tsx']
  return route.area ? [frameSource, `client/areas/${route.area}/index.ts`] : [frameSource]
}
