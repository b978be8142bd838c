import type { BrowserContext, Page } from 'playwright'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findPageDefects } from '../support/browser/axe.ts'
import { waitForHydration, openPage, openSignedIn, withStack } from '../support/servers/stack.ts'

const stack = withStack()

let session: Awaited<ReturnType<BrowserContext['storageState']>>
let png: { name: string; mimeType: string; buffer: Buffer }
const csvNamedPng = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('a,b') }
beforeAll(async () => {
  await using context = await stack.visit()
  await openSignedIn(context, '/dashboard')
  session = await context.storageState()
  const create = { width: 640, height: 320, channels: 3, background: '#c0392b' } as const
  png = {
    name: 'crest.png',
    mimeType: 'image/png',
    buffer: await sharp({ create }).png().toBuffer(),
  }
})

/** Opens the Brand tab of a new store. */
async function openBrandTab(options: Parameters<typeof stack.visit>[0] = {}) {
  const context = await stack.visit({ storageState: session, ...options })
  const { id } = await (
    await context.request.post('/api/stores', { data: buildStoreValues({}) })
  ).json()
  const { page, faults } = await openPage(context)
  await page.goto(`/stores/${id}?tab=brand`)
  if (options.javaScriptEnabled !== false) {
    await waitForHydration(page)
    await page.getByText('Select file').first().waitFor()
  }
  return {
    page,
    faults,
    logo: page.locator('#field-logo'),
    loadStore: async () => (await context.request.get(`/api/stores/${id}`)).json(),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const getThumbnailSize = (page: Page) =>
  page
    .locator('img[src*="/thumbnail"]')
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    })

describe("A store's logo", () => {
  test('is uploaded on selection, shown as a thumbnail, saved, replaced by paste, and removed', async () => {
    await using tab = await openBrandTab()
    const { page, logo } = tab
    await logo.setInputFiles(png)
    await page.getByText('Uploaded crest.png').waitFor()
    expect(await getThumbnailSize(page)).toEqual([320, 160])
    await page.getByText('Unsaved: Logo').waitFor()
    expect(await findPageDefects(page)).toEqual([])
    await save(page)
    await page.getByText(/^Saved /).waitFor()
    const first = await tab.loadStore()
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
    await expect.poll(async () => (await tab.loadStore()).labels.logo).toBe('pasted.png')
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await save(page)
    await expect.poll(async () => (await tab.loadStore()).logo).toBeNull()
    expect(tab.faults).toEqual([])
  })

  test('shows an error at its field for a file that is not an image, until the upload is canceled', async () => {
    await using tab = await openBrandTab()
    await tab.logo.setInputFiles(csvNamedPng)
    await tab.page
      .getByText('Logo: This is a CSV file. Upload a PNG, JPEG, WebP, or GIF file instead.')
      .waitFor()
    expect(await findPageDefects(tab.page)).toEqual([])
    await tab.page.getByRole('button', { name: 'Cancel upload of logo' }).click()
    await tab.page.getByText(/Upload .* instead/).waitFor({ state: 'detached' })
  })

  test('is sent with the form without JavaScript, and a rejected form keeps all input', async () => {
    await using tab = await openBrandTab({ javaScriptEnabled: false })
    const { page, logo } = tab
    await page.getByLabel('Primary color', { exact: true }).fill('#112233')
    await logo.setInputFiles(csvNamedPng)
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
    const saved = await tab.loadStore()
    expect(saved).toMatchObject({
      primaryColour: '#112233',
      labels: { logo: 'crest.png', favicon: 'icon.png' },
    })
    await page.getByLabel('Remove logo').check()
    await save(page)
    await expect.poll(async () => (await tab.loadStore()).logo).toBeNull()
    expect((await tab.loadStore()).favicon).toBe(saved.favicon)
  })
})
