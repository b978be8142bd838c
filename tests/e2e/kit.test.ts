import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBuilt } from '#scripts/build.mjs'
import { builtFiles, createBundler } from '#scripts/bundles.ts'
import { axeFaults } from '../support/browser/axe.ts'
import { startBarePlatform } from '../support/servers/barePlatform.ts'
import { browserOfWorker } from '../support/browser/chromium.ts'
import { startConsole } from '../support/servers/consoleProcess.ts'
import { hydrated, openPage, signInBy } from '../support/servers/stack.ts'

/** The kit is part of development builds alone, so this file makes one, in the folder that `node_modules` is found from. */
let out: string
let platform: Awaited<ReturnType<typeof startBarePlatform>>
let console: Awaited<ReturnType<typeof startConsole>>
let browser: Browser
let buildersLeft: string[]

beforeAll(async () => {
  await mkdir('.cache', { recursive: true })
  out = await mkdtemp(resolve('.cache/kit-'))
  const bundler = createBundler({ out, production: false })
  const bundles = await bundler.bundle(['client', 'style', 'server'])
  await bundler.close()
  buildersLeft = await findChildren('esbuild')
  const { assets, programs } = builtFiles(bundles, out)
  await Promise.all([...assets, ...programs].map(writeBuilt))
  platform = await startBarePlatform()
  ;[console, browser] = await Promise.all([startConsole(platform.url, {}, out), browserOfWorker()])
})
afterAll(async () => {
  await console.stop()
  await platform.stop()
  await rm(out, { recursive: true })
})

test("a finished build leaves none of the bundler's processes behind", () => {
  expect(buildersLeft).toEqual([])
})

/** The command lines of this process's children that contain a text; Linux only. */
async function findChildren(text: string) {
  const { pid } = process
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const commands = children
    .split(' ')
    .filter(Boolean)
    .map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''))
  return (await Promise.all(commands)).filter((command) => command.includes(text))
}

async function openTab(width: number, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: console.url,
    viewport: { width, height: 800 },
    ...options,
  })
  context.setDefaultTimeout(30_000)
  await signInBy(context, platform.account)
  return openPage(context)
}

/** The tabs of the tests with JavaScript: one for each width, because a new one reads all scripts again. */
const tabs = new Map<number, ReturnType<typeof openTab>>()

/** The kit, loaded anew. */
async function openKit(width: number) {
  const opening = tabs.get(width) ?? openTab(width)
  tabs.set(width, opening)
  const { page, faults } = await opening
  faults.length = 0
  await page.mouse.move(0, 0)
  await page.goto('/kit')
  await hydrated(page)
  return { page, faults }
}

const sampleOf = (page: Page, name: string) => page.locator(`[data-sample="${name}"]`)

/**
 * What is wrong with the places of the samples. The picture itself is not compared with one of before: fonts and their
 * smoothing differ from machine to machine, so it would fail without a fault, or be so lenient that it finds none. What a
 * broken style does can be measured on every machine: something is not there, leaves its place or lies over another.
 */
const layoutFaults = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (overflow > 0) faults.push(`the page is ${overflow} px too wide`)
    const samples = [...document.querySelectorAll<HTMLElement>('[data-sample]')]
    const boxes = samples.flatMap((sample) => {
      const name = sample.dataset['sample'] ?? ''
      const section = sample.closest('section')?.getBoundingClientRect()
      const box = sample.firstElementChild?.getBoundingClientRect()
      if (!section || !box?.width || !box.height) {
        faults.push(`${name} is not to be seen`)
        return []
      }
      if (box.left < section.left || box.right > section.right || box.bottom > section.bottom)
        faults.push(`${name} leaves its section`)
      if (sample.scrollWidth > sample.clientWidth) faults.push(`${name} is wider than its place`)
      return [{ name, box }]
    })
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        if (
          one.box.left < other.box.right &&
          other.box.left < one.box.right &&
          one.box.top < other.box.bottom &&
          other.box.top < one.box.bottom
        )
          faults.push(`${one.name} and ${other.name} lie over each other`)
    return faults
  })

describe.each([1280, 360])('the kit at %i px', (width) => {
  test('shows every sample in its place, without a fault, and axe finds nothing wrong', async () => {
    const kit = await openKit(width)
    const { page, faults } = kit
    expect([...faults, ...(await layoutFaults(page)), ...(await axeFaults(page))]).toEqual([])
  })

  test('opens each menu within the window, over what scrolls, and gives the focus back', async () => {
    const kit = await openKit(width)
    const { page } = kit
    const buttons = await page.locator('[data-sample^="Menu"] summary, tbody summary').all()
    // Four looks, and of the rows of the table the first and the last one seen.
    for (const button of [...buttons.slice(0, 6), ...buttons.slice(-1)]) {
      await button.click()
      const sheet = button.locator('xpath=following-sibling::div')
      await sheet.waitFor()
      expect(await placeOf(sheet)).toEqual({ inWindow: true, onTop: true })
      await page.keyboard.press('Escape')
      expect(await sheet.isVisible()).toBe(false)
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  // What opens is the same when there is more room around it.
  test.runIf(width === 360)('axe finds nothing wrong with what opens', async () => {
    const kit = await openKit(width)
    const { page, faults } = kit
    await page.getByRole('button', { name: 'Toast that stays' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('No response').waitFor()
    expect(await axeFaults(page, '[aria-label=Notifications]')).toEqual([])
    await sampleOf(page, 'Menu icon').locator('summary').click()
    expect(await axeFaults(page, '[data-sample="Menu icon"]')).toEqual([])
    await page.getByText('Show as a table').first().click()
    expect(await axeFaults(page, '[data-sample^=Chart]')).toEqual([])
    await page.getByRole('combobox', { name: 'Store empty' }).click()
    await page.getByRole('option', { name: 'Cinder Swag' }).waitFor()
    expect(await axeFaults(page, '[data-sample="Store empty"]')).toEqual([])
    await page.getByRole('button', { name: 'Open modal' }).click()
    await page.getByRole('dialog', { name: 'A modal' }).waitFor()
    expect([...faults, ...(await axeFaults(page, 'dialog'))]).toEqual([])
  })
})

/** Whether all of an element is in the window, and whether its corners are what one would hit there. */
const placeOf = (sheet: Locator) =>
  sheet.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const hits = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
    return {
      inWindow: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      onTop: hits(left + 12, top + 12) && hits(right - 12, bottom - 12),
    }
  })

describe('spec.md section 2, as it is painted', () => {
  const looks = ['normal', 'small'].flatMap((size) =>
    ['normal', 'outline'].flatMap((variant) =>
      ['primary', 'error', 'warning', 'success', 'white', 'secondary'].map(
        (color) => `Button ${size} ${variant} ${color}`,
      ),
    ),
  )
  /** What one sees of an element: its colours and its height. */
  const paintOf = (element: Locator) =>
    element.evaluate((seen) => {
      const { backgroundColor, borderTopColor, color, height } = getComputedStyle(seen)
      return [backgroundColor, borderTopColor, color, height].join(' ')
    })
  const paints = (elements: Locator[]) => Promise.all(elements.map(paintOf))

  test('a button has 24 looks, each in three states', async () => {
    const kit = await openKit(1280)
    const button = (name: string) => sampleOf(kit.page, name).getByRole('button')
    const idle = await paints(looks.map((look) => button(`${look} idle`)))
    expect(new Set(idle).size).toBe(24)
    for (const look of looks) {
      expect(await button(`${look} disabled`).isDisabled()).toBe(true)
      expect(await button(`${look} loading`).innerText()).toBe('Processing')
      expect(await button(`${look} loading`).isDisabled()).toBe(true)
    }
  })

  test('a box that is ticked shows it by colour and mark, one that is not has an edge that is seen; a day is as high as a line', async () => {
    const { page } = await openKit(1280)
    const [off, on, some, chosen] = await page.evaluate(() => {
      const drawn = (type: string, state: { checked?: true; indeterminate?: true }) => {
        const box = Object.assign(document.createElement('input'), { type, ...state })
        document.body.append(box)
        const { width, borderColor, backgroundColor, backgroundImage } = getComputedStyle(box)
        box.remove()
        return { width, borderColor, backgroundColor, isMarked: backgroundImage !== 'none' }
      }
      return [
        drawn('checkbox', {}),
        drawn('checkbox', { checked: true }),
        drawn('checkbox', { indeterminate: true }),
        drawn('radio', { checked: true }),
      ]
    })
    const [edge, white] = ['rgb(123, 137, 159)', 'rgb(255, 255, 255)']
    expect(off).toEqual({
      width: '16px',
      borderColor: edge,
      backgroundColor: white,
      isMarked: false,
    })
    const accent = 'rgb(67, 56, 202)'
    for (const one of [on, some, chosen])
      expect(one).toEqual({
        width: '16px',
        borderColor: accent,
        backgroundColor: accent,
        isMarked: true,
      })
    const heightOf = (type: string) =>
      page
        .locator(`main input[type=${type}]`)
        .first()
        .evaluate((input) => input.getBoundingClientRect().height)
    expect(await heightOf('date')).toBe(await heightOf('text'))
  })

  test('a tooltip has ten colours, a text area those of the theme', async () => {
    const kit = await openKit(1280)
    const colours = 'blue red gray slate orange teal purple pink indigo yellow'.split(' ')
    const bubbles = colours.map((color) =>
      sampleOf(kit.page, `Tooltip ${color}`).locator('[role=tooltip]'),
    )
    expect(new Set(await paints(bubbles)).size).toBe(10)
    const areas = ['slate', 'primary', 'error', 'warning', 'success'].map((color) =>
      kit.page.getByRole('textbox', { name: `Textarea ${color}` }),
    )
    expect(new Set(await paints(areas)).size).toBe(5)
  })
})

describe('in a real browser', () => {
  test('a tooltip shows on hover and on focus, 10 px away, and hides on leave, blur and Escape', async () => {
    const kit = await openKit(1280)
    const { page } = kit
    const control = page.getByRole('button', { name: 'Tooltip teal' })
    const bubble = page.locator('[role=tooltip]', { hasText: 'A teal tooltip' })
    expect(await bubble.isVisible()).toBe(false)
    await control.hover()
    await expect.poll(() => bubble.isVisible()).toBe(true)
    const [above, below] = [await bubble.boundingBox(), await control.boundingBox()]
    expect(Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))).toBe(10)
    await page.mouse.move(0, 0)
    await expect.poll(() => bubble.isVisible()).toBe(false)
    await control.focus()
    await expect.poll(() => bubble.isVisible()).toBe(true)
    await control.blur()
    await expect.poll(() => bubble.isVisible()).toBe(false)
    await control.focus()
    await expect.poll(() => bubble.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => bubble.isVisible()).toBe(false)
  })

  test('fields take rules as object, string or function; they speak on change and blur, not on input', async () => {
    const kit = await openKit(1280)
    for (const [name, wrong, said] of [
      ['object', 'too long', 'Text with object rules must be at most 5 characters'],
      ['string', 'no address', 'Text with string rules is not valid.'],
      ['function', 'no', 'Text with function rules is not valid.'],
    ] as const) {
      const field = kit.page.getByRole('textbox', { name: `Text with ${name} rules` })
      const message = sampleOf(kit.page, `Text with ${name} rules`).locator('p')
      await field.pressSequentially(wrong)
      expect(await message.count()).toBe(0)
      // Enter commits the value, which is a change, and leaves the focus where it is.
      await field.press('Enter')
      expect(await message.innerText()).toBe(said)
      await field.fill('')
      expect(await message.innerText()).toBe(said)
    }
  })

  test('a combobox finds by typing, chooses by key, and sends the value', async () => {
    const kit = await openKit(1280)
    const { page } = kit
    const box = page.getByRole('combobox', { name: 'Store empty' })
    await box.pressSequentially('bor')
    await page.getByRole('option', { name: 'Borealis Gifts' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe('Borealis Gifts')
    expect(await page.locator('input[name=kit-store-empty]').inputValue()).toBe('1')
    await box.fill('nothing like it')
    await page.getByText('No results').waitFor()
    const failing = page.getByRole('combobox', { name: 'Store that fails' })
    await failing.click()
    await page.getByText('The search failed. Type again to retry.').waitFor()
  })

  test('a modal takes the focus, closes on Escape and gives the focus back', async () => {
    const kit = await openKit(1280)
    const { page } = kit
    const opener = page.getByRole('button', { name: 'Open modal' })
    await opener.click()
    await page.getByRole('dialog', { name: 'A modal' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('without JavaScript menus and tooltips open, and a combobox is a text field that is sent', async () => {
    const { page } = await openTab(360, { javaScriptEnabled: false })
    await page.goto('/kit')
    await sampleOf(page, 'Menu icon').locator('summary').click()
    await sampleOf(page, 'Menu icon').getByRole('link').waitFor()
    await page.getByRole('button', { name: 'Tooltip teal' }).hover()
    await page.getByRole('tooltip', { name: 'A teal tooltip' }).waitFor()
    await page.locator('input[name="kit-store-chosen.text"]').fill('Acme Rewards')
    expect(await page.locator('input[name=kit-store-chosen]').inputValue()).toBe('1')
  })
})
