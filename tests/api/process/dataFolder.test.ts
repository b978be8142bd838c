import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataFolder } from '#server/platform/database/dataFolder.ts'
import { StartupError } from '#server/platform/settings.ts'
import { createTemporaryFolder } from '../support/processes.ts'

const getMode = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Creates a file that every user may write, in a folder that every user may read. */
function createOpenFile(...path: [string, ...string[]]): string {
  const file = join(...path)
  mkdirSync(join(file, '..'), { recursive: true })
  chmodSync(join(file, '..'), 0o755)
  writeFileSync(file, '')
  chmodSync(file, 0o666)
  return file
}

test('a new data folder is only for its owner', async () => {
  await using folder = await createTemporaryFolder()
  prepareDataFolder(join(folder.path, 'data'))
  expect(getMode(join(folder.path, 'data'))).toBe('700')
})

test('an open empty folder is restricted', async () => {
  await using folder = await createTemporaryFolder()
  chmodSync(folder.path, 0o777)
  prepareDataFolder(folder.path)
  expect(getMode(folder.path)).toBe('700')
})

test('an open data folder is restricted with all its content, and nothing else', async () => {
  await using folder = await createTemporaryFolder()
  const beside = createOpenFile(folder.path, 'beside', 'file')
  const data = join(folder.path, 'data')
  const files = [createOpenFile(data, 'database', 'base', '1'), createOpenFile(data, 'lock')]
  symlinkSync(beside, join(data, 'database', 'link'))
  prepareDataFolder(data)
  expect([data, join(data, 'database'), ...files].map(getMode)).toEqual([
    '700',
    '700',
    '600',
    '600',
  ])
  expect(getMode(beside)).toBe('666')
})

test('an open folder with other files is rejected and not changed', async () => {
  await using folder = await createTemporaryFolder()
  const other = createOpenFile(folder.path, 'letters.txt')
  expect(() => prepareDataFolder(folder.path)).toThrow(StartupError)
  expect(() => prepareDataFolder(folder.path)).toThrow(
    `Other users can open the data folder ${folder.path}, and it contains files from other programs. Restrict it (chmod 700), or set DATA_DIR to another folder.`,
  )
  expect([folder.path, other].map(getMode)).toEqual(['755', '666'])
})
