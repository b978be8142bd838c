import { statSync } from 'node:fs'
import { vanillaExtractPlugin } from '@vanilla-extract/esbuild-plugin'

import type { OnLoadArgs } from 'esbuild'
export type OnLoadResult = import('esbuild').OnLoadResult | null | undefined
export type Compiled = { result: OnLoadResult; startedAt: number }

/** vanilla-extract builds each style module anew in every bundle: kept here, client and server share them. */
const compiled: Map<string, Promise<Compiled>> = new Map()

/** vanilla-extract for the bundles that take class names from style modules and emit no CSS. */
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
