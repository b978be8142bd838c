import { statSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/esbuild-plugin'

import type { OnLoadArgs } from 'esbuild'
type OnLoadResult = import('esbuild').OnLoadResult | null | undefined
type Load = (args: OnLoadArgs) => OnLoadResult | Promise<OnLoadResult>
type CompiledModule = { result: OnLoadResult; startedAt: number }

/**
 * The compiled style modules. vanilla-extract compiles each one for every bundle; with this cache,
 * client and server share the result.
 */
const compiledModules: Map<string, Promise<CompiledModule>> = new Map()

/** Returns a vanilla-extract plugin that loads each file through `wrap`. */
export function createStylePlugin(
  options: Parameters<typeof vanillaExtractPlugin>[0],
  wrap: (args: OnLoadArgs, load: Load) => Promise<OnLoadResult>,
): import('esbuild').Plugin {
  const plugin = vanillaExtractPlugin(options)
  return {
    ...plugin,
    setup: (build) =>
      plugin.setup({
        ...build,
        onLoad: (filter, load) => build.onLoad(filter, (args) => wrap(args, load)),
      }),
  }
}

/**
 * Returns a vanilla-extract plugin for bundles that need the class names of style modules but no
 * CSS.
 */
export const createClassNamePlugin = (identifiers: 'short' | 'debug') =>
  createStylePlugin({ identifiers, outputCss: false }, (args, load) =>
    loadCached(`${identifiers} ${args.path}`, args, load),
  )

async function loadCached(key: string, args: OnLoadArgs, load: Load) {
  let entry = compiledModules.get(key)
  if (!entry || isStale(await entry)) {
    entry = compileModule(args, load)
    compiledModules.set(key, entry)
    entry.catch(() => compiledModules.delete(key))
  }
  return (await entry).result
}

async function compileModule(args: OnLoadArgs, load: Load) {
  const startedAt = Date.now()
  return { result: await load(args), startedAt }
}

function isStale({ result, startedAt }: CompiledModule) {
  return (result?.watchFiles ?? []).some((file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    return !stat || stat.mtimeMs > startedAt
  })
}
