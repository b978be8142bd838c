import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { getPrerequisite } from '#tests/support/getPrerequisite.ts'

test('npm run screenshots takes wide and narrow screenshots of demo data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'screenshots-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/screenshots.mjs', '--only=signIn,storeDetails', `--out=${folder}`],
    {
      env: { ...process.env, CHROMIUM_PATH: await getPrerequisite('browser'), DEMO_DATA: 'small' },
    },
  )
  const files = ['signIn.png', 'storeDetails-360.png', 'storeDetails.png']
  expect((await readdir(folder)).toSorted()).toEqual(files)
  for (const file of files) expect(stdout).toContain(`Took ${file}`)
  const widths = files.map(async (file) => (await sharp(join(folder, file)).metadata()).width)
  expect(await Promise.all(widths)).toEqual([1280, 360, 1280])
})
