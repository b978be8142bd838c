import { existsSync, globSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { build, context, stop } from 'esbuild'
import { root } from './bootstrap.mjs'
import { createClassNamePlugin, createStylePlugin } from './stylePlugins.ts'
import { createManifest } from './manifest.ts'
import { UserError } from './userError.mjs'

export type BundleName = 'client' | 'style' | 'server' | 'platform'
export type BuiltFile = { path: string; contents: string | Uint8Array }
type BundleOptions = { out: string; production: boolean }
/** The result of esbuild, which doesn't write files here but returns them with the metafile. */
export type Bundle = import('esbuild').BuildResult<{ write: false; metafile: true }>
type Bundles = Partial<Record<BundleName, Bundle>>

const clientEntry = 'client/entry.tsx'
const platformEntry = 'server/platform/main.ts'

/**
 * Cascade layers by folder, lowest first: what is written later in this list overrides what is
 * written earlier, whatever the names of the files.
 */
const styleLayers: readonly (readonly [layer: string, folder: string])[] = [
  ['reset', 'client/styles'],
  ['ui', 'client/ui'],
  ['form', 'client/form'],
  ['list', 'client/list'],
  ['integrations', 'client/integrations'],
  ['shell', 'client/shell'],
  ['frame', 'client/frame'],
  ['areas', 'client'],
]

/**
 * Returns the bundles to build. The platform's folder can be deleted, because the console doesn't
 * need it.
 */
export function getBundleNames() {
  const names: BundleName[] = ['client', 'style', 'server']
  if (existsSync(join(root, platformEntry))) names.push('platform')
  return names
}

/**
 * Creates a bundler that builds bundles in memory and reuses work between builds of the same
 * bundle.
 */
export function createBundler(options: BundleOptions) {
  const contexts: Map<BundleName, ReturnType<typeof createContext>> = new Map()
  const createContext = (name: BundleName) => context(getBundleOptions(name, options))

  async function createBundle(name: BundleName) {
    // A context never changes its entry, but the entry of the styles lists the files.
    if (name === 'style') return build(getBundleOptions(name, options))
    const bundleContext = contexts.get(name) ?? createContext(name)
    contexts.set(name, bundleContext)
    return (await bundleContext).rebuild()
  }

  return {
    /** Throws a UserError if the build fails; esbuild has printed the errors. */
    async bundle(names: BundleName[]): Promise<Bundles> {
      const builds = names.map(async (name) => [name, await createBundle(name)])
      await Promise.allSettled(builds) // All builds must end before the first failure is reported.
      return Object.fromEntries(
        await Promise.all(builds).catch((cause) => {
          throw new UserError('The build failed. The errors are above.', { cause })
        }),
      )
    },
    /** Frees the contexts and ends esbuild's process, which uses hundreds of megabytes. */
    async close() {
      await Promise.all(
        [...contexts.values()].map(async (bundleContext) => (await bundleContext).dispose()),
      )
      await stop()
    },
  }
}

export function getBuiltFiles(
  { client, style, server, platform }: Bundles,
  out: string,
): { assets: BuiltFile[]; programs: BuiltFile[] } {
  const sheet = style?.outputFiles.find(({ path }) => path.endsWith('.css'))
  if (!client || !sheet) throw new Error('A build without script or stylesheet has no manifest.')
  const manifest = createManifest(client.metafile, { entry: clientEntry, style: sheet.path })
  return {
    assets: [...client.outputFiles, sheet],
    programs: [
      ...[server, platform].flatMap((program) => program?.outputFiles ?? []),
      { path: join(out, 'manifest.json'), contents: JSON.stringify(manifest, null, 2) },
    ],
  }
}

/**
 * Returns the options of a bundle. All bundles use the same `identifiers`, because class names must
 * match; only the style bundle emits CSS.
 */
function getBundleOptions(
  name: BundleName,
  { out, production }: BundleOptions,
): import('esbuild').BuildOptions & { write: false; metafile: true } {
  const identifiers = production ? 'short' : 'debug'
  /** @satisfies {import('esbuild').BuildOptions} */
  const sharedOptions = {
    absWorkingDir: root,
    bundle: true,
    write: false as const,
    metafile: true as const,
    format: 'esm' as const,
    jsx: 'automatic' as const,
    legalComments: 'none' as const,
    logLevel: 'error' as const,
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
  }
  /** @satisfies {import('esbuild').BuildOptions} */
  const programOptions = {
    ...sharedOptions,
    platform: 'node' as const,
    target: 'node24',
    sourcemap: 'linked' as const,
    sourcesContent: false,
    // Bundled CommonJS packages expect these three.
    banner: {
      js: [
        "import { createRequire as bundleCreateRequire } from 'node:module'",
        'const require = bundleCreateRequire(import.meta.url)',
        'const __filename = import.meta.filename, __dirname = import.meta.dirname',
      ].join('\n'),
    },
  }
  switch (name) {
    case 'client':
      return {
        ...sharedOptions,
        entryPoints: { entry: clientEntry },
        outdir: join(out, 'client/assets'),
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        splitting: true,
        minify: production,
        platform: 'browser',
        target: 'es2023',
        sourcemap: production ? false : 'inline',
        plugins: [createClassNamePlugin(identifiers)],
      }
    case 'style':
      return {
        ...sharedOptions,
        stdin: { contents: createStyleSource(), resolveDir: root, sourcefile: 'styles.js' },
        outdir: join(out, 'client/assets'),
        entryNames: 'style-[hash]',
        minify: production,
        banner: { css: `@layer ${styleLayers.map(([layer]) => layer).join(', ')};` },
        plugins: [createLayerPlugin(identifiers)],
      }
    case 'server':
      return {
        ...programOptions,
        entryPoints: { main: 'server/console/main.ts' },
        outdir: join(out, 'server'),
        // Node keeps the source text in memory, which is a quarter smaller without comments. Names
        // and short lines stay for stack traces.
        minifyWhitespace: production,
        minifySyntax: production,
        lineLimit: 160,
        // During development, Node loads packages: they are most of the bundle, and edits don't
        // change them.
        ...(production ? {} : { packages: 'external' as const }),
        plugins: [createClassNamePlugin(identifiers)],
      }
    case 'platform':
      return {
        ...programOptions,
        entryPoints: { main: platformEntry, secrets: 'server/platform/keys/main.ts' },
        outdir: join(out, 'platform'),
        // PGlite looks for its WebAssembly next to its module, and sharp for its native code. pg
        // works without its native driver.
        external: ['@electric-sql/pglite', 'pg-native', 'sharp'],
      }
  }
}

const createStyleSource = () =>
  globSync('client/**/*.css.ts', { cwd: root })
    .map((path) => `import './${path}'\n`)
    .join('')

/** Puts the CSS of each style module into the layer of its folder. */
const createLayerPlugin = (identifiers: 'short' | 'debug') =>
  createStylePlugin({ identifiers }, async (args, load) => {
    const result = await load(args)
    if (result?.loader !== 'css') return result
    const folder = relative(root, result.resolveDir ?? root).replaceAll(sep, posix.sep)
    return { ...result, contents: `@layer ${getLayer(folder)} {\n${result.contents}\n}` }
  })

function getLayer(folder: string): string {
  const match = styleLayers.find(([, start]) => folder === start || folder.startsWith(`${start}/`))
  if (!match) throw new Error(`${folder} has styles but no layer`)
  return match[0]
}
