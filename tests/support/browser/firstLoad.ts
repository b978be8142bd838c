import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifest } from '#server/console/render/manifest.ts'

/** Measures what a browser loads when it opens a screen first, from the files of a build. */
export async function measureFirstLoad(dist: string, screen: string) {
  const { script, preload, chunks } = readManifest(dist)
  const frame = screen.endsWith('/SignIn.tsx') ? [] : ['client/frame/signedIn.ts']
  const own = [...frame, screen].flatMap((source) => {
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

/** Finds the files of the screens and of the definitions that `client/router.tsx` loads. */
export async function findScreenSources(): Promise<string[]> {
  const router = await readFile('client/router.tsx', 'utf8')
  return [
    ...router.matchAll(/import\('(?:\.\/((?:areas|kit|shell)\/.+?)|#(shared\/areas\/.+?))'\)/g),
  ]
    .map(([, screen, definition]) => definition ?? `client/${screen}`)
    .filter((path) => !path.endsWith('/Kit.tsx')) // Only development builds have it.
}
