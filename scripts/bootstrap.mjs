/**
 * Prepares a bare machine to run the project. Has no dependencies and runs on Node 18, so that
 * other scripts can rely on Node and installed packages.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInTerminal } from './commands.mjs'
import { withLock } from './lock.mjs'
import { startProgress } from './progress.mjs'
import { UserError } from './userError.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const nodeFolder = join(root, '.node')
const nodePackages = join(root, 'scripts', 'node')

/**
 * Returns once the required Node is first on PATH and packages are installed. With a different
 * Node, runs this command again with the required one and exits.
 */
export async function bootstrap() {
  const { engines } = readJson(join(root, 'package.json'))
  if (!isNodeSupported(process.version, engines.node)) {
    const node = await fetchNode(engines.node)
    prependToPath(node)
    process.exit(await runInTerminal(node, process.argv.slice(1)))
  }
  prependToPath(process.execPath)
  await installPackages()
}

/**
 * Returns whether a version such as `v24.1.0` satisfies `>=24`.
 * @param {string} version @param {string} range
 */
export function isNodeSupported(version, range) {
  const parseMajor = (/** @type {string} */ text) => Number(/\d+/.exec(text)?.[0])
  return parseMajor(version) >= parseMajor(range)
}

/**
 * Returns npm's Node package for a machine, or null. `libc` is glibc's version, or undefined
 * without glibc (Alpine).
 * @param {{ platform: string, arch: string, libc: string | undefined }} machine
 * @param {string[]} pinnedPackages
 */
export function findNodePackage({ platform, arch, libc }, pinnedPackages) {
  const name = `node-${platform}-${arch}`
  return pinnedPackages.includes(name) && (platform !== 'linux' || libc) ? name : null
}

/**
 * Returns whether npm's own record, written after a complete install, matches the lock file.
 * Optional packages may be missing.
 * @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} Lock
 * @param {Lock} required @param {Lock} installed
 */
export function hasAllPackages(required, installed) {
  return Object.entries(required.packages).every(([path, expected]) => {
    const actual = installed.packages[path]
    if (path === '') return true
    if (!actual) return expected.optional === true
    return actual.version === expected.version && actual.integrity === expected.integrity
  })
}

/** @param {string} range */
async function fetchNode(range) {
  const { optionalDependencies } = readJson(join(nodePackages, 'package.json'))
  const { platform, arch } = process
  const machine = { platform, arch, libc: getGlibcVersion() }
  const name = findNodePackage(machine, Object.keys(optionalDependencies))
  if (!name) {
    throw new UserError(
      `This project needs Node ${range}, but this is ${process.version}. npm has no Node for ` +
        `${platform} on ${arch}${platform === 'linux' && !machine.libc ? ' without glibc' : ''}. ` +
        'Install Node from https://nodejs.org, then run the command again.',
    )
  }
  const node = join(nodeFolder, 'node_modules', name, 'bin', 'node')
  const lockFile = join(nodePackages, 'package-lock.json')
  const stamp = join(nodeFolder, '.stamp')
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  const isFetched = () => existsSync(node) && readText(stamp) === hash
  if (isFetched()) return node
  await withLock(join(root, '.cache', 'node.lock'), async () => {
    if (isFetched()) return
    const progress = startProgress()
    progress.show(`Fetching Node ${optionalDependencies[name]} (this is ${process.version})`)
    mkdirSync(nodeFolder, { recursive: true })
    rmSync(stamp, { force: true })
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(join(nodePackages, file), join(nodeFolder, file))
    }
    await runNpm(['ci', '--ignore-scripts', '--include=optional'], nodeFolder).finally(progress.end)
    writeFileSync(stamp, hash)
  })
  return node
}

async function installPackages() {
  if (isInstalled()) return
  await withLock(join(root, '.cache', 'install.lock'), async () => {
    if (isInstalled()) return
    const progress = startProgress()
    progress.show('Installing packages')
    // Removes npm's record first, so that an interrupted install never looks complete.
    rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
    // NODE_ENV=production or a user's npmrc must not exclude the tools for building and testing.
    await runNpm(['ci', '--include=dev', '--include=optional'], root).finally(progress.end)
  })
}

function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  return hasAllPackages(readJson(join(root, 'package-lock.json')), readJson(record))
}

/** @param {string[]} args @param {string} folder */
function runNpm(args, folder) {
  const quietOptions = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  return new Promise((resolve, reject) => {
    const child = spawn('npm', [...args, ...quietOptions, '--prefix', folder], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', (error) => reject(new UserError(`npm couldn't start: ${error.message}.`)))
    child.on('close', (code) => {
      if (code === 0) resolve(undefined)
      else reject(new UserError(`npm ${args[0]} failed in ${folder}:\n${output.trim()}`))
    })
  })
}

/** @param {string} node */
function prependToPath(node) {
  process.env['PATH'] = [dirname(node), process.env['PATH']].filter(Boolean).join(delimiter)
}

/** @returns {string | undefined} */
function getGlibcVersion() {
  // The types of `process.report` call the report an opaque object; Node documents this field.
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  )
  return report.header.glibcVersionRuntime
}

/** @param {string} path */
function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
