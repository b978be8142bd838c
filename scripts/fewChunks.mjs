import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * What modules that are imported dynamically find loaded already, or load together with their like; by the file that lists
 * it, the beginnings of the paths of those that do.
 */
const layers = {
  'client/layers/signedIn.ts': ['client/list/', 'client/screens/', 'client/shell/'],
  'client/layers/lists.ts': [
    'client/list/',
    'client/screens/Sizes.tsx',
    'client/screens/sizes/',
    'client/screens/Stores.tsx',
    'client/screens/stores/',
  ],
  // The page of a store is there before its tabs are.
  'client/screens/Store.tsx': ['client/screens/store/'],
  'client/layers/forms.ts': [
    'client/list/',
    'client/screens/CreateStore.tsx',
    'client/screens/createStore/',
    'client/screens/store/formTabs.ts',
    'client/screens/sizes/',
    'client/screens/stores/',
  ],
}

/** What stands on no layer. */
const signedOut = ['client/screens/SignIn.tsx']

/**
 * Lets each module that is imported dynamically import the layers that are its own, and the entry. esbuild makes a chunk
 * for each set of entries that reach a module; with equal sets there is one chunk of what all share, instead of dozens of
 * small ones, which compress badly and are a request each.
 *
 * @param {{ entry: string }} options The entry, which every page has loaded.
 * @returns {import('esbuild').Plugin}
 */
export function fewChunks({ entry }) {
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
        const imports = [entry, ...layersOf(relative(root, path))].map(
          (file) => `import ${JSON.stringify(join(root, file))}\n`,
        )
        const source = await readFile(path, 'utf8')
        return {
          contents: source + '\n' + imports.join(''),
          loader: path.endsWith('x') ? 'tsx' : 'ts',
        }
      })
    },
  }
}

/** @param {string} source */
const layersOf = (source) =>
  signedOut.includes(source)
    ? []
    : Object.entries(layers).flatMap(([layer, paths]) =>
        paths.some((path) => source.startsWith(path)) ? [layer] : [],
      )
