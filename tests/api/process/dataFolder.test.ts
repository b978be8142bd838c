import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataFolder } from '#server/platform/database/dataFolder.ts'
import { StartupError } from '#server/platform/settings.ts'
import { temporaryFolder } from '../support/processes.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** A file that everybody may write, in a folder that everybody may read. */
function openFile(...path: [string, ...string[]]): string {
  const file = join(...path)
  mkdirSync(join(file, '..'), { recursive: true })
  chmodSync(join(file, '..'), 0o755)
  writeFileSync(file, '')
  chmodSync(file, 0o666)
  return file
}

test("a data folder that is made is its owner's alone", async () => {
  await using folder = await temporaryFolder()
  prepareDataFolder(join(folder.path, 'data'))
  expect(modeOf(join(folder.path, 'data'))).toBe('700')
})

test('an empty folder that is open to others is closed', async () => {
  await using folder = await temporaryFolder()
  chmodSync(folder.path, 0o777)
  prepareDataFolder(folder.path)
  expect(modeOf(folder.path)).toBe('700')
})

test('a data folder that is open to others is closed with all that lies in it, and nothing beside it', async () => {
  await using folder = await temporaryFolder()
  const beside = openFile(folder.path, 'beside', 'file')
  const data = join(folder.path, 'data')
  const files = [openFile(data, 'database', 'base', '1'), openFile(data, 'lock')]
  symlinkSync(beside, join(data, 'database', 'link'))
  prepareDataFolder(data)
  expect([data, join(data, 'database'), ...files].map(modeOf)).toEqual(['700', '700', '600', '600'])
  expect(modeOf(beside)).toBe('666')
})

test('an open folder that holds other files is refused, and left as it is', async () => {
  await using folder = await temporaryFolder()
  const other = openFile(folder.path, 'letters.txt')
  expect(() => prepareDataFolder(folder.path)).toThrow(StartupError)
  expect(() => prepareDataFolder(folder.path)).toThrow(
    `Other users can open the data folder ${folder.path}, and it contains files from other programs. Restrict it (chmod 700), or set DATA_DIR to another folder.`,
  )
  expect([folder.path, other].map(modeOf)).toEqual(['755', '666'])
})
