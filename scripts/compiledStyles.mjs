import { statSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/esbuild-plugin'

/** @typedef {import('esbuild').OnLoadArgs} OnLoadArgs */
/** @typedef {import('esbuild').OnLoadResult | null | undefined} OnLoadResult */
/** @typedef {{ result: OnLoadResult, startedAt: number }} Compiled */

/**
 * What vanilla-extract made of each style module. It runs a build of its own for every one of them,
 * in every bundle: kept here, client and server share them, and `npm run dev` does only what changed.
 *
 * @type {Map<string, Promise<Compiled>>}
 */
const compiled = new Map()

/**
 * vanilla-extract for the bundles that take class names from style modules and emit no CSS.
 *
 * @param {'short' | 'debug'} identifiers
 * @returns {import('esbuild').Plugin}
 */
export function classNamesOnly(identifiers) {
  const plugin = vanillaExtractPlugin({ identifiers, outputCss: false })
  return {
    ...plugin,
    setup: (build) =>
      plugin.setup({
        ...build,
        onLoad: (options, load) =>
          build.onLoad(options, (args) => remembered(`${identifiers} ${args.path}`, args, load)),
      }),
  }
}

/**
 * @param {string} key
 * @param {OnLoadArgs} args
 * @param {(args: OnLoadArgs) => OnLoadResult | Promise<OnLoadResult>} load
 */
async function remembered(key, args, load) {
  let entry = compiled.get(key)
  if (!entry || isStale(await entry)) {
    entry = compile(args, load)
    compiled.set(key, entry)
    entry.catch(() => compiled.delete(key))
  }
  return (await entry).result
}

/**
 * @param {OnLoadArgs} args
 * @param {(args: OnLoadArgs) => OnLoadResult | Promise<OnLoadResult>} load
 */
async function compile(args, load) {
  const startedAt = Date.now()
  return { result: await load(args), startedAt }
}

/** @param {Compiled} compiled */
function isStale({ result, startedAt }) {
  return (result?.watchFiles ?? []).some((file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    return !stat || stat.mtimeMs > startedAt
  })
}
