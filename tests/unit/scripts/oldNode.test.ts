import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * A command starts on any installed Node (18 or newer) and then downloads the required one. Until
 * then it may load only what Node 18 has: a missing import ends the command with a SyntaxError
 * before its first line runs.
 */
const builtinsOfNode18: Record<string, readonly string[]> = {
  'node:child_process': ['spawn'],
  'node:crypto': ['createHash'],
  'node:events': ['once'],
  'node:fs': [
    'accessSync',
    'constants',
    'copyFileSync',
    'existsSync',
    'mkdirSync',
    'readFileSync',
    'readdirSync',
    'renameSync',
    'rmSync',
    'statSync',
    'statfsSync',
    'watch',
    'writeFileSync',
  ],
  'node:fs/promises': ['mkdir', 'rename', 'rm', 'writeFile'],
  'node:net': ['createServer', 'isIPv6'],
  'node:os': ['cpus', 'tmpdir'],
  'node:path': ['delimiter', 'dirname', 'join', 'relative'],
  'node:timers/promises': ['setTimeout'],
  'node:url': ['fileURLToPath'],
  'node:util': ['parseArgs', 'promisify'],
  'node:zlib': ['brotliCompress', 'gzip'],
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const entries = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^node (scripts\/\S+\.mjs)/.exec(command)?.[1]
  return file ? [{ name, file }] : []
})

test('the commands that start on any Node are found', () => {
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['start', 'test', 'dev', 'bench', 'seed', 'secrets', 'build']),
  )
})

describe.each(entries)('npm run $name', ({ file }) => {
  test('imports only what Node 18 has until it has the required Node', () => {
    const unknown = findStaticImports(file).filter(
      ({ from, name }) => !builtinsOfNode18[from]?.includes(name),
    )
    expect(unknown).toEqual([])
  })
})

/** Returns the names that a script, with the scripts it imports, imports from packages. */
function findStaticImports(entry: string) {
  const imports: { from: string; name: string; file: string }[] = []
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const importPattern = /^import (?:\{([^}]*)\}|(\S+)) from '([^']+)'/gm
    for (const [, names, single, from = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
      if (from.startsWith('.')) visit(join(dirname(file), from))
      else
        for (const name of (names ?? single ?? '').split(','))
          if (name.trim()) imports.push({ from, name: name.trim().split(' as ')[0] ?? '', file })
    }
  }
  visit(entry)
  return imports
}
