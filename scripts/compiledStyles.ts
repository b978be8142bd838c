import { statSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/esbuild-plugin'

import type { OnLoadArgs } from 'esbuild'
type OnLoadResult = import('esbuild').OnLoadResult | null | undefined
type Compiled = { result: OnLoadResult; startedAt: number }

/**
 * The compiled style modules. vanilla-extract compiles each one for every bundle; with this cache,
 * client and server share the result.
 */
const compiled: Map<string, Promise<Compiled>> = new Map()

/**
 * Returns a vanilla-extract plugin for bundles that need the class names of style modules but no
 * CSS.
 */
export function classNamesOnly(identifiers: 'short' | 'debug'): import('esbuild').Plugin {
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

async function remembered(
  key: string,
  args: OnLoadArgs,
  load: (args: OnLoadArgs) => OnLoadResult | Promise<OnLoadResult>,
) {
  let entry = compiled.get(key)
  if (!entry || isStale(await entry)) {
    entry = compile(args, load)
    compiled.set(key, entry)
    entry.catch(() => compiled.delete(key))
  }
  return (await entry).result
}

async function compile(
  args: OnLoadArgs,
  load: (args: OnLoadArgs) => OnLoadResult | Promise<OnLoadResult>,
) {
  const startedAt = Date.now()
  return { result: await load(args), startedAt }
}

function isStale({ result, startedAt }: Compiled) {
  return (result?.watchFiles ?? []).some((file) => {
    const stat = statSync(file, { throwIfNoEntry: false })
    return !stat || stat.mtimeMs > startedAt
  })
}
