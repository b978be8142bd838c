import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { bootstrap, root } from './bootstrap.mjs'
import { withLock } from './lock.mjs'
import { startProgress } from './progress.mjs'
import { runScript, UserError } from './userError.mjs'

/** @typedef {import('./bundles.ts').BuiltFile} BuiltFile */

const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')

const sources = [
  'client',
  'machines',
  'server',
  'shared',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/**
 * Builds into `dist/`, unless it was built from the same sources. If several processes call this,
 * one builds and the others wait.
 * @param {{ force?: boolean }} [options]
 */
export async function build({ force = false } = {}) {
  const isFresh = () => !force && readStamp() === hashFiles(root, sources)
  if (isFresh()) return
  await withLock(join(root, '.cache', 'build.lock'), async () => {
    if (isFresh()) return
    const progress = startProgress()
    progress.show('Building')
    const hash = hashFiles(root, sources)
    const folder = join(root, '.cache', 'dist')
    await rm(folder, { recursive: true, force: true })
    await buildFiles(folder).finally(progress.end)
    await writeFile(join(folder, '.stamp'), hash)
    await rm(dist, { recursive: true, force: true })
    await rename(folder, dist)
  })
}

/**
 * Hashes the names and contents of the files in `paths`. Paths that don't exist are ignored.
 * @param {string} folder @param {string[]} paths
 */
export function hashFiles(folder, paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => listFiles(join(folder, path)))) {
    const content = readFileSync(file)
    hash.update(`${relative(folder, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Returns all files in a folder and its subfolders, in a fixed order, or the file itself.
 * @param {string} path @returns {string[]}
 */
export function listFiles(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? [path] : []
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null
}

/** @param {string} out */
async function buildFiles(out) {
  // Imported on demand, so that a start without a build doesn't load the compiler.
  const { getBuiltFiles, getBundleNames, createBundler } = await import('./bundles.ts')
  const bundler = createBundler({ out, production: true })
  const bundles = await bundler.bundle(getBundleNames()).finally(bundler.close)
  const { assets: built, programs } = getBuiltFiles(bundles, out)
  const assets = await Promise.all(built.map(minifyScript))
  const compressed = await Promise.all(assets.map(compressAsset))
  await Promise.all([...assets, ...compressed.flat(), ...programs].map(writeBuiltFile))
}

/** Writes a file of the build and creates its folder. @param {BuiltFile} file */
export async function writeBuiltFile({ path, contents }) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, contents)
}

/**
 * Minifies a script. terser saves more than esbuild (scripts/bench/README.md).
 * @param {BuiltFile} file @returns {Promise<BuiltFile>}
 */
async function minifyScript(file) {
  // esbuild creates an empty chunk for shared modules without any code.
  if (!file.path.endsWith('.js') || file.contents.length === 0) return file
  const { minify } = await import('terser')
  const { code } = await minify(Buffer.from(file.contents).toString(), {
    module: true,
    ecma: 2020,
    // Statements are longer than sequences of expressions but compress better.
    compress: { passes: 2, sequences: false },
  })
  if (!code) throw new Error(`terser returned no code for ${file.path}.`)
  return { ...file, contents: code }
}

/**
 * Returns the brotli and gzip versions of an asset.
 * @param {BuiltFile} file @returns {Promise<BuiltFile[]>}
 */
async function compressAsset({ path, contents }) {
  return [
    { path: `${path}.br`, contents: await promisify(brotliCompress)(contents) },
    { path: `${path}.gz`, contents: await promisify(gzip)(contents, { level: 9 }) },
  ]
}

/**
 * Returns the software bill of materials (CycloneDX 1.5): every package in the lock file with its
 * version, license, and hash. Those that only build and test the programs are marked. npm can't
 * leave them out: then it also leaves out packages that both need.
 */
export async function listPackages() {
  const { execFile } = await import('node:child_process')
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  try {
    const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 10_000_000 })
    return stdout
  } catch (error) {
    throw new UserError(`npm couldn't list the packages. It needs npm 10 or later. (${error})`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    await bootstrap()
    await build({ force: true })
    await writeFile(join(dist, 'sbom.cdx.json'), await listPackages())
  })
}
