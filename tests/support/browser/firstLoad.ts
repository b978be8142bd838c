import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listChunkSources, readManifest } from '#server/console/render/manifest.ts'
import type { Route } from '#shared/navigation/routes.ts'

/** Measures what a browser loads when it opens a route first, from the files of a build. */
export async function measureFirstLoad(dist: string, route: Route) {
  const { script, preload, chunks } = readManifest(dist)
  const own = listChunkSources(route).flatMap((source) => {
    const files = chunks[source]
    if (!files) throw new Error(`The build has no chunk of ${source}`)
    return files
  })
  const scripts = [...new Set([script, ...preload.entry, ...own])]
  const compressed = await Promise.all(
    scripts.map((file) => readFile(join(dist, 'client', `${file}.br`))),
  )
  const texts = await Promise.all(
    scripts.map((file) => readFile(join(dist, 'client', file), 'utf8')),
  )
  return {
    scripts,
    bytes: compressed.reduce((sum, { length }) => sum + length, 0),
    /** Static imports that the page doesn't name: a browser would load them late. */
    unnamed: texts
      .flatMap((text) => [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)])
      .map(([, name]) => `/assets/${name}`)
      .filter((file) => !scripts.includes(file)),
  }
}
