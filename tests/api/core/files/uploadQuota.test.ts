import { describe, expect, test } from 'vitest'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { importer } from '#tests/api/support/imports.ts'

const dayMs = 24 * 60 * 60_000

describe.each(usually('PostgreSQL'))('the upload limit on $name', (database) => {
  const platform = usePlatform(database, { uploadQuota: { files: 3, bytes: 1_000_000 } })
  const newUploader = async () => importer(platform(), await platform().addAccount(['Sizes']))

  test('counts files of an account within 24 hours, and not those of others', async () => {
    const [by, other] = [await newUploader(), await newUploader()]
    for (let sent = 0; sent < 3; sent++)
      expect((await by.upload('sizes', `Name\n${sent}\n`)).status).toBe(201)
    expect(await by.upload('sizes', 'Name\nX\n')).toMatchObject({
      status: 429,
      body: {
        code: 'throttled',
        detail:
          'Your account has reached its upload limit of 3 files or 1 MB in 24 hours. Wait until earlier uploads are more than 24 hours old, then try again.',
      },
    })
    expect((await other.upload('sizes', 'Name\nX\n')).status).toBe(201)
    platform().advance(dayMs)
    expect((await (await newUploader()).upload('sizes', 'Name\nX\n')).status).toBe(201)
  })

  test('counts bytes, also those of the file that comes', async () => {
    const by = await newUploader()
    const large = `Name\n${'x'.repeat(600_000)}\n`
    expect((await by.upload('sizes', large)).status).toBe(201)
    expect((await by.upload('sizes', large)).status).toBe(429)
    expect((await by.upload('sizes', 'Name\nX\n')).status).toBe(201)
  })
})
