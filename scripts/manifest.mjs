import { posix } from 'node:path'

/**
 * What the server needs to know of the client build. All values are URLs below `/assets/`.
 *
 * @typedef {object} Manifest
 * @property {string} script the entry, which runs the page
 * @property {string} style the one stylesheet
 * @property {{ entry: string[] }} preload chunks that the entry imports statically
 * @property {Record<string, string[]>} chunks by the source path of a dynamically imported module
 *   (`client/screens/sizes.tsx`): its own chunk first, then those it imports statically
 */

/**
 * Reads the manifest out of esbuild's record of the client build.
 *
 * @param {Pick<import('esbuild').Metafile, 'outputs'>} metafile
 * @param {{ entry: string, style: string }} parts source path of the entry; file name of the stylesheet
 * @returns {Manifest}
 */
export function manifestFrom({ outputs }, { entry, style }) {
  const chunks = Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint, [path, ...staticImports(outputs, path)].map(urlOf)]] : [],
    ),
  )
  const { [entry]: entryChunks, ...dynamic } = chunks
  if (!entryChunks) throw new Error(`The client build has no output for ${entry}.`)
  const [script = '', ...preload] = entryChunks
  return { script, style: urlOf(style), preload: { entry: preload }, chunks: dynamic }
}

/**
 * Every chunk that `path` imports statically, directly or through another, each once.
 *
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @param {string} path
 */
function staticImports(outputs, path) {
  /** @type {Set<string>} */
  const found = new Set()
  const visit = (/** @type {string} */ from) => {
    for (const { path: to, kind } of outputs[from]?.imports ?? []) {
      if (kind !== 'import-statement' || to === path || found.has(to)) continue
      found.add(to)
      visit(to)
    }
  }
  visit(path)
  return [...found]
}

/** @param {string} path */
function urlOf(path) {
  return `/assets/${posix.basename(path)}`
}
