import type { BrowserContext, Page } from 'playwright'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeValues } from '#tests/api/support/stores.ts'
import { pageFaults } from '../support/browser/axe.ts'
import { hydrated, openPage, signedInAt, withStack } from '../support/servers/stack.ts'

const stack = withStack()

let session: Awaited<ReturnType<BrowserContext['storageState']>>
let png: { name: string; mimeType: string; buffer: Buffer }
const table = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('a,b') }
beforeAll(async () => {
  await using context = await stack.visit()
  await signedInAt(context, '/dashboard')
  session = await context.storageState()
  const create = { width: 640, height: 320, channels: 3, background: '#c0392b' } as const
  png = {
    name: 'crest.png',
    mimeType: 'image/png',
    buffer: await sharp({ create }).png().toBuffer(),
  }
})

/** The Brand tab of a store of its own. */
async function atBrand(options: Parameters<typeof stack.visit>[0] = {}) {
  const context = await stack.visit({ storageState: session, ...options })
  const { id } = await (await context.request.post('/api/stores', { data: storeValues({}) })).json()
  const { page, faults } = await openPage(context)
  await page.goto(`/stores/${id}?tab=brand`)
  if (options.javaScriptEnabled !== false) {
    await hydrated(page)
    await page.getByText('Select file').first().waitFor()
  }
  return {
    page,
    faults,
    logo: page.locator('#field-logo'),
    now: async () => (await context.request.get(`/api/stores/${id}`)).json(),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const shown = (page: Page) =>
  page
    .locator('img[src*="/thumbnail"]')
    .first()
    .evaluate(async (picture: HTMLImageElement) => {
      await picture.decode()
      return [picture.naturalWidth, picture.naturalHeight]
    })

describe('the logo of a store', () => {
  test('is uploaded at once, shown small, saved, replaced by a paste and removed', async () => {
    await using at = await atBrand()
    const { page, logo } = at
    await logo.setInputFiles(png)
    await page.getByText('Uploaded crest.png').waitFor()
    expect(await shown(page)).toEqual([320, 160])
    await page.getByText('Unsaved: Logo').waitFor()
    expect(await pageFaults(page)).toEqual([])
    await save(page)
    await page.getByText(/^Saved /).waitFor()
    const first = await at.now()
    expect(first.labels.logo).toBe('crest.png')

    await logo.focus()
    await logo.evaluate(
      (element, bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png'))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      },
      [...png.buffer],
    )
    await page.getByText('Uploaded pasted.png').waitFor()
    await save(page)
    await expect.poll(async () => (await at.now()).labels.logo).toBe('pasted.png')
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await save(page)
    await expect.poll(async () => (await at.now()).logo).toBeNull()
    expect(at.faults).toEqual([])
  })

  test('that is none is refused at its field, and what is there stays', async () => {
    await using at = await atBrand()
    await at.logo.setInputFiles(table)
    await at.page
      .getByText('Logo: This is a CSV file. Upload a PNG, JPEG, WebP, or GIF file instead.')
      .waitFor()
    expect(await pageFaults(at.page)).toEqual([])
    await at.page.getByRole('button', { name: 'Cancel upload of logo' }).click()
    await at.page.getByText(/Upload .* instead/).waitFor({ state: 'detached' })
  })

  test('goes with the form without JavaScript, and a refusal loses nothing that was typed', async () => {
    await using at = await atBrand({ javaScriptEnabled: false })
    const { page, logo } = at
    await page.getByLabel('Primary color', { exact: true }).fill('#112233')
    await logo.setInputFiles(table)
    await page.locator('#field-favicon').setInputFiles({ ...png, name: 'icon.png' })
    await save(page)
    await page
      .getByText('Logo: This is a CSV file. Upload a PNG, JPEG, WebP, or GIF file instead.')
      .waitFor()
    expect(await page.getByLabel('Primary color', { exact: true }).inputValue()).toBe('#112233')
    await page.getByRole('link', { name: 'icon.png' }).waitFor()
    await logo.setInputFiles(png)
    await save(page)
    await page.getByText(/^Saved /).waitFor()
    const now = await at.now()
    expect(now).toMatchObject({
      primaryColour: '#112233',
      labels: { logo: 'crest.png', favicon: 'icon.png' },
    })
    await page.getByLabel('Remove logo').check()
    await save(page)
    await expect.poll(async () => (await at.now()).logo).toBeNull()
    expect((await at.now()).favicon).toBe(now.favicon)
  })
})
