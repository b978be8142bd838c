import { describe, expect, test } from 'vitest'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'

const dayMs = 24 * 60 * 60_000

describe.each(chooseDatabases('PostgreSQL'))('The upload limit on $name', (database) => {
  const platform = usePlatform(database, { uploadQuota: { files: 3, bytes: 1_000_000 } })
  const createUploader = async () =>
    createImporter(platform(), await platform().addAccount(['Sizes']))

  test("counts an account's files of the last 24 hours, not those of other accounts", async () => {
    const [uploader, other] = [await createUploader(), await createUploader()]
    for (let sent = 0; sent < 3; sent++)
      expect((await uploader.upload('sizes', `Name\n${sent}\n`)).status).toBe(201)
    expect(await uploader.upload('sizes', 'Name\nX\n')).toMatchObject({
      status: 429,
      body: {
        code: 'throttled',
        detail:
          'Your account has reached its upload limit of 3 files or 1 MB in 24 hours. Wait until earlier uploads are more than 24 hours old, then try again.',
      },
    })
    expect((await other.upload('sizes', 'Name\nX\n')).status).toBe(201)
    platform().advance(dayMs)
    expect((await (await createUploader()).upload('sizes', 'Name\nX\n')).status).toBe(201)
  })

  test('counts bytes, including the incoming file', async () => {
    const uploader = await createUploader()
    const large = `Name\n${'x'.repeat(600_000)}\n`
    expect((await uploader.upload('sizes', large)).status).toBe(201)
    expect((await uploader.upload('sizes', large)).status).toBe(429)
    expect((await uploader.upload('sizes', 'Name\nX\n')).status).toBe(201)
  })
})
