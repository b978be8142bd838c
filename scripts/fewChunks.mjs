import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from './bootstrap.mjs'

/** What every page loads, and what every page but these loads besides. */
const everywhere = 'client/everywhere.ts'
const signedIn = 'client/signedIn.ts'
const signedOut = ['client/screens/SignIn.tsx']

/**
 * Lets each module that is imported dynamically import what every page has loaded anyway. esbuild makes a chunk for each
 * set of entries that reach a module; with equal sets there is one chunk of what all share, instead of dozens of small
 * ones (measured: 10 kB of brotli less for a list).
 *
 * @returns {import('esbuild').Plugin}
 */
export function fewChunks() {
  return {
    name: 'few-chunks',
    setup(build) {
      /** @type {Set<string>} */
      const dynamic = new Set()
      build.onResolve({ filter: /^(\.|#client)/ }, async ({ path, kind, pluginData, ...from }) => {
        if (kind !== 'dynamic-import' || pluginData === dynamic) return undefined
        const found = await build.resolve(path, { ...from, kind, pluginData: dynamic })
        dynamic.add(found.path)
        return found
      })
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!dynamic.has(path)) return undefined
        const shared = [everywhere, ...(signedOut.includes(relative(root, path)) ? [] : [signedIn])]
        const imports = shared.map((file) => `import ${JSON.stringify(join(root, file))}\n`)
        const source = await readFile(path, 'utf8')
        return {
          contents: source + '\n' + imports.join(''),
          loader: path.endsWith('x') ? 'tsx' : 'ts',
        }
      })
    },
  }
}
