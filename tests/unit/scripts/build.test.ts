import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashFiles } from '#scripts/build.mjs'
import { withLock } from '#scripts/lock.mjs'
import { createManifest } from '#scripts/manifest.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

describe('The hash of the sources', () => {
  it('stays the same if only times changed', () => {
    write('a.ts', 'one')
    const before = hashFiles(folder, ['.'])
    write('a.ts', 'one')
    expect(hashFiles(folder, ['.'])).toBe(before)
  })

  it.each([
    ['other content', () => write('a.ts', 'two')],
    ['an added file', () => write('b.ts', '')],
    ['a deleted file', () => rmSync(join(folder, 'a.ts'))],
  ])('changes with %s', (_case, change) => {
    write('a.ts', 'one')
    const before = hashFiles(folder, ['.'])
    change()
    expect(hashFiles(folder, ['.'])).not.toBe(before)
  })

  it('treats a missing folder as empty', () => {
    expect(hashFiles(folder, ['nowhere'])).toBe(hashFiles(folder, []))
  })
})

describe('The lock', () => {
  it('lets one caller work at a time', async () => {
    let inside = 0
    const counts: number[] = []
    const work = async () => {
      counts.push(++inside)
      await Promise.resolve()
      inside -= 1
    }
    const path = join(folder, 'lock')
    await Promise.all([withLock(path, work), withLock(path, work), withLock(path, work)])
    expect(counts).toEqual([1, 1, 1])
  })

  it('is free again after work that failed', async () => {
    const path = join(folder, 'lock')
    await expect(withLock(path, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    await expect(withLock(path, async () => 'done')).resolves.toBe('done')
  })

  it('is taken over from a process that died', async () => {
    const dead = spawnSync(process.execPath, ['--version']).pid
    write('lock', String(dead))
    const path = join(folder, 'lock')
    const holder = await withLock(path, async () => readFileSync(path, 'utf8'))
    expect(holder).toBe(String(process.pid))
  })
})

describe('The manifest', () => {
  type Outputs = Parameters<typeof createManifest>[0]['outputs']
  const buildOutput = (
    imports: [path: string, kind: 'import-statement' | 'dynamic-import'][],
    entryPoint?: string,
    bytes = 1,
  ): Outputs[string] => ({
    bytes,
    inputs: { 'client/some.ts': { bytesInOutput: bytes } },
    exports: [],
    imports: imports.map(([path, kind]) => ({ path, kind })),
    ...(entryPoint === undefined ? {} : { entryPoint }),
  })
  const outputs: Outputs = {
    'out/entry-1.js': buildOutput(
      [
        ['out/chunk-2.js', 'import-statement'],
        ['out/sizes-4.js', 'dynamic-import'],
      ],
      'client/entry.tsx',
    ),
    'out/chunk-2.js': buildOutput([['out/chunk-3.js', 'import-statement']]),
    'out/chunk-3.js': buildOutput([['out/chunk-2.js', 'import-statement']]),
    'out/sizes-4.js': buildOutput(
      [['out/chunk-3.js', 'import-statement']],
      'client/screens/sizes.tsx',
    ),
  }
  const parts = { entry: 'client/entry.tsx', style: '/x/out/style-5.css' }

  it('names the script, the stylesheet, and the chunks that each part of the client needs', () => {
    expect(createManifest({ outputs }, parts)).toEqual({
      script: '/assets/entry-1.js',
      style: '/assets/style-5.css',
      preload: { entry: ['/assets/chunk-2.js', '/assets/chunk-3.js'] },
      chunks: {
        'client/screens/sizes.tsx': [
          '/assets/sizes-4.js',
          '/assets/chunk-3.js',
          '/assets/chunk-2.js',
        ],
      },
    })
  })

  it('cannot be built without the entry', () => {
    expect(() => createManifest({ outputs: {} }, parts)).toThrow('client/entry.tsx')
  })
})
