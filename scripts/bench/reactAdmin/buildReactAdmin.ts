import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from '../../bootstrap.mjs'

/** React is the project's version, so that both pages run the same one. */
const packages = { 'react-admin': '5.15.4', react: '19.3.1', 'react-dom': '19.3.1' }

export const reactAdminVersion = packages['react-admin']

/**
 * Builds a list of stores with react-admin, as its documentation shows it, for production. Installs
 * its packages in `.cache` first, which takes 20 s once. Resolves to the path of its script.
 */
export async function buildReactAdmin(): Promise<string> {
  const folder = join(root, '.cache/reactAdmin')
  installPackages(folder)
  const source = join(folder, 'StoreList.jsx')
  copyFileSync(fileURLToPath(new URL('StoreList.jsx', import.meta.url)), source)
  const outfile = join(folder, 'dist/StoreList.js')
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return outfile
}

function installPackages(folder: string): void {
  const manifest = join(folder, 'package.json')
  const text = JSON.stringify({ private: true, type: 'module', dependencies: packages })
  const isInstalled = existsSync(join(folder, 'node_modules/react-admin'))
  if (isInstalled && readFileSync(manifest, 'utf8') === text) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(manifest, text)
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
