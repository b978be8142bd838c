import { existsSync, globSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { vanillaExtractPlugin } from '@vanilla-extract/esbuild-plugin'
import { build, context } from 'esbuild'
import { root } from './bootstrap.mjs'
import { classNamesOnly } from './compiledStyles.mjs'
import { manifestFrom } from './manifest.mjs'
import { Sentence } from './sentence.mjs'
import { readFile } from 'node:fs/promises'

/** @typedef {'client' | 'style' | 'server' | 'platform'} BundleName */
/** @typedef {{ path: string, contents: string | Uint8Array }} BuiltFile */
/** @typedef {{ out: string, production: boolean }} BundleOptions `out` is an absolute folder. */
/**
 * What esbuild gives back: these builds write nothing themselves and keep the metafile.
 *
 * @typedef {import('esbuild').BuildResult<{ write: false, metafile: true }>} Bundle
 */
/** @typedef {Partial<Record<BundleName, Bundle>>} Bundles */

const clientEntry = 'client/entry.tsx'
const platformEntry = 'server/platform/main.ts'

/** Later folders may override earlier ones: the theme and resets come first, whole screens last. */
const styleOrder = ['client/styles/', 'client/ui/', 'client/fields/', 'client/shell/', 'client/']

/** The bundles there are to build: the platform's folder may be deleted, the console stands alone. */
export function bundleNames() {
  /** @type {BundleName[]} */
  const names = ['client', 'style', 'server']
  if (existsSync(join(root, platformEntry))) names.push('platform')
  return names
}

/**
 * Builds named bundles in memory, and remembers what a second build of the same one can use again.
 *
 * @param {BundleOptions} options
 */
export function createBundler(options) {
  /** @type {Map<BundleName, ReturnType<typeof contextOf>>} */
  const contexts = new Map()
  const contextOf = (/** @type {BundleName} */ name) => context(bundleOptions(name, options))

  /** @param {BundleName} name */
  async function bundleOne(name) {
    // A context keeps its entry, which for styles is the list of files there are.
    if (name === 'style') return build(bundleOptions(name, options))
    const kept = contexts.get(name) ?? contextOf(name)
    contexts.set(name, kept)
    return (await kept).rebuild()
  }

  return {
    /**
     * Throws a Sentence when the sources are wrong; esbuild has then printed what and where.
     *
     * @param {BundleName[]} names
     * @returns {Promise<Bundles>}
     */
    async bundle(names) {
      const builds = names.map(async (name) => [name, await bundleOne(name)])
      await Promise.allSettled(builds) // None may still run when the first failure is reported.
      return Object.fromEntries(
        await Promise.all(builds).catch((cause) => {
          throw new Sentence('The build failed; see the errors above.', { cause })
        }),
      )
    },
    async dispose() {
      await Promise.all([...contexts.values()].map(async (kept) => (await kept).dispose()))
    },
  }
}

/**
 * The files of a whole build: what the browser may load, and what only Node reads.
 *
 * @param {Bundles} bundles
 * @param {string} out
 * @returns {{ assets: BuiltFile[], programs: BuiltFile[] }}
 */
export function builtFiles({ client, style, server, platform }, out) {
  const sheet = style?.outputFiles.find(({ path }) => path.endsWith('.css'))
  if (!client || !sheet) throw new Error('A build without script or stylesheet has no manifest.')
  const manifest = manifestFrom(client.metafile, { entry: clientEntry, style: sheet.path })
  return {
    assets: [...client.outputFiles, sheet],
    programs: [
      ...[server, platform].flatMap((program) => program?.outputFiles ?? []),
      { path: join(out, 'manifest.json'), contents: JSON.stringify(manifest, null, 2) },
    ],
  }
}

/**
 * Class names must agree between client, server and stylesheet, so all are given the same
 * `identifiers`; only the style bundle produces CSS, from every `.css.ts`.
 *
 * @param {BundleName} name
 * @param {BundleOptions} options
 * @returns {import('esbuild').BuildOptions & { write: false, metafile: true }}
 */
function bundleOptions(name, { out, production }) {
  const identifiers = production ? 'short' : 'debug'
  /** @satisfies {import('esbuild').BuildOptions} */
  const shared = {
    absWorkingDir: root,
    bundle: true,
    write: /** @type {const} */ (false),
    metafile: /** @type {const} */ (true),
    format: /** @type {const} */ ('esm'),
    jsx: /** @type {const} */ ('automatic'),
    legalComments: /** @type {const} */ ('none'),
    logLevel: /** @type {const} */ ('error'),
    define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
  }
  /** @satisfies {import('esbuild').BuildOptions} */
  const program = {
    ...shared,
    platform: /** @type {const} */ ('node'),
    target: 'node24',
    sourcemap: /** @type {const} */ ('linked'),
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
        ...shared,
        entryPoints: { entry: clientEntry },
        outdir: join(out, 'client/assets'),
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        splitting: true,
        minify: production,
        platform: 'browser',
        target: 'es2023',
        sourcemap: production ? false : 'inline',
        plugins: [classNamesOnly(identifiers)],
      }
    case 'style':
      return {
        ...shared,
        stdin: { contents: styleSource(), resolveDir: root, sourcefile: 'styles.js' },
        outdir: join(out, 'client/assets'),
        entryNames: 'style-[hash]',
        minify: production,
        plugins: [vanillaExtractPlugin({ identifiers })],
      }
    case 'server':
      return {
        ...program,
        entryPoints: { main: 'server/main.ts' },
        outdir: join(out, 'server'),
        // Node keeps its text: without comments it is a quarter smaller. Names stay, and lines short, for traces.
        minifyWhitespace: production,
        minifySyntax: production,
        lineLimit: 160,
        // While developing, packages are Node's to load: they are most of the bundle and no edit changes them.
        ...(production ? {} : { packages: /** @type {const} */ ('external') }),
        plugins: [withSources, classNamesOnly(identifiers)],
      }
    case 'platform':
      return {
        ...program,
        entryPoints: { main: platformEntry, secrets: 'server/platform/secrets/main.ts' },
        outdir: join(out, 'platform'),
        // PGlite finds its WebAssembly and data files beside its own module, and sharp its native code;
        // pg asks for the native driver and goes on without it.
        external: ['@electric-sql/pglite', 'pg-native', 'sharp'],
      }
  }
}

function styleSource() {
  const rank = (/** @type {string} */ path) =>
    styleOrder.findIndex((start) => path.startsWith(start))
  return globSync('client/**/*.css.ts', { cwd: root })
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((path) => `import './${path}'\n`)
    .join('')
}

/**
 * Lets screens, panels and the frame say which file they are, on the server: by it a page finds in the manifest what the browser
 * loads for it, and no list of paths is kept anywhere.
 *
 * @type {import('esbuild').Plugin}
 */
const withSources = {
  name: 'sources',
  setup(build) {
    build.onLoad(
      { filter: /\/client\/(signedIn\.ts|list\/recordPanels\.tsx|screens\/.*\.tsx)$/ },
      async ({ path }) => {
        const source = relative(root, path).replaceAll(sep, posix.sep)
        const contents = await readFile(path, 'utf8')
        return {
          contents: `${contents}\nexport const source = ${JSON.stringify(source)}\n`,
          loader: path.endsWith('x') ? 'tsx' : 'ts',
        }
      },
    )
  },
}
