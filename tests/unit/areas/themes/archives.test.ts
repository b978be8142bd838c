import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertSafeArchive } from '#server/platform/core/files/archive.ts'
import { isSystemFile } from '#server/platform/core/files/systemFiles.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { parseManifestAndPreview } from '#server/platform/areas/themes/themePackage.ts'
import { buildArchive } from '#tests/api/support/archives.ts'

/** Returns whether a package is accepted. Any error but a rejection fails the test. */
async function isAccepted(content: Buffer): Promise<boolean> {
  const path = join(tmpdir(), `archive-${randomUUID()}.zip`)
  writeFileSync(path, content)
  try {
    await assertSafeArchive(path)
    await parseManifestAndPreview(path)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  } finally {
    rmSync(path)
  }
}

const manifest = JSON.stringify({ name: 'A', version: '1.0.0', settings: {} })

describe('Archives', () => {
  test.each([
    ['.DS_Store', true],
    ['a/b/.DS_Store', true],
    ['__MACOSX/a/b', true],
    ['a/._b.css', true],
    ['a/Thumbs.db', true],
    ['desktop.ini', true],
    ['a/DS_Store', false],
    ['a/_b.css', false],
    ['a.css', false],
  ])('%s is added by an operating system: %s', (path, isSystem) => {
    expect(isSystemFile(path)).toBe(isSystem)
  })

  test('are read or rejected, whatever their names and sizes', async () => {
    const name = fc.oneof(
      fc.constantFrom('theme.json', 'a/theme.json', '__MACOSX/._theme.json', '.DS_Store', 'a.css'),
      fc.constantFrom('../a.css', '/a.css', 'a\\b.css', 'a/', 'Theme.JSON', 'A.css', ''),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const part = fc.record(
      {
        name,
        content: fc.oneof(fc.constant(manifest), fc.string({ unit: 'binary', maxLength: 20 })),
        mode: fc.constantFrom(0, 0o100644, 0o040755, 0o120777),
        packed: fc.boolean(),
        overrides: fc.record(
          {
            size: fc.nat(100),
            crc: fc.nat(),
            flags: fc.nat(0xffff),
            method: fc.constantFrom(0, 8, 12),
            at: fc.nat(200),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['name'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), (parts) =>
        isAccepted(buildArchive(parts)).then(() => true),
      ),
      { numRuns: 200 },
    )
  })

  test('are read or rejected when any of their bytes differ', async () => {
    const whole = buildArchive([
      { name: 'theme.json', content: manifest },
      { name: 'a.css', content: 'a{}' },
    ])
    expect(await isAccepted(whole)).toBe(true)
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.nat(whole.length),
        async (changes, end) => {
          const content = Buffer.from(whole)
          for (const { at, byte } of changes) content[at] = byte
          await isAccepted(content)
          await isAccepted(content.subarray(0, end))
        },
      ),
      { numRuns: 300 },
    )
  })
})
