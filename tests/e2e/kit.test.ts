import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBuiltFile } from '#scripts/build.mjs'
import { getBuiltFiles, createBundler } from '#scripts/bundles.ts'
import { findAxeViolations } from '../support/browser/axe.ts'
import { startBarePlatform } from '../support/servers/barePlatform.ts'
import { getWorkerBrowser } from '../support/browser/chromium.ts'
import { startConsole } from '../support/servers/consoleProcess.ts'
import { waitForHydration, openPage, signInByApi } from '../support/servers/stack.ts'

/** Only development builds contain the kit. This one lies where Node finds `node_modules`. */
let out: string
let platform: Awaited<ReturnType<typeof startBarePlatform>>
let console: Awaited<ReturnType<typeof startConsole>>
let browser: Browser
let leftoverBundlers: string[]

beforeAll(async () => {
  await mkdir('.cache', { recursive: true })
  out = await mkdtemp(resolve('.cache/kit-'))
  const bundler = createBundler({ out, production: false })
  const bundles = await bundler.bundle(['client', 'style', 'server'])
  await bundler.close()
  leftoverBundlers = await findChildren('esbuild')
  const { assets, programs } = getBuiltFiles(bundles, out)
  await Promise.all([...assets, ...programs].map(writeBuiltFile))
  platform = await startBarePlatform()
  ;[console, browser] = await Promise.all([startConsole(platform.url, {}, out), getWorkerBrowser()])
})
afterAll(async () => {
  await console.stop()
  await platform.stop()
  await rm(out, { recursive: true })
})

test("a finished build leaves none of the bundler's processes behind", () => {
  expect(leftoverBundlers).toEqual([])
})

/** Returns the command lines of child processes that contain a text; Linux only. */
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
  await signInByApi(context, platform.account)
  return openPage(context)
}

/** One tab for each width, because every new tab loads all scripts again. */
const tabs = new Map<number, ReturnType<typeof openTab>>()

/** Loads the kit in the tab of this width. */
async function openKit(width: number) {
  const opening = tabs.get(width) ?? openTab(width)
  tabs.set(width, opening)
  const { page, faults } = await opening
  faults.length = 0
  await page.mouse.move(0, 0)
  await page.goto('/kit')
  await waitForHydration(page)
  return { page, faults }
}

const getSample = (page: Page, name: string) => page.locator(`[data-sample="${name}"]`)

/**
 * Returns the samples that are missing, overflow, or overlap. A comparison of screenshots would depend
 * on the machine's fonts and their smoothing; positions can be measured anywhere.
 */
const findLayoutDefects = (page: Page) =>
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

describe.each([1280, 360])('The kit at %i px', (width) => {
  test('shows every sample in its place without errors or axe violations', async () => {
    const kit = await openKit(width)
    const { page, faults } = kit
    expect([
      ...faults,
      ...(await findLayoutDefects(page)),
      ...(await findAxeViolations(page)),
    ]).toEqual([])
  })

  test('opens each menu inside the window and above scrolling content, and Escape returns the focus', async () => {
    const kit = await openKit(width)
    const { page } = kit
    const buttons = await page.locator('[data-sample^="Menu"] summary, tbody summary').all()
    // The four styles of a menu, and the menus of the table's first rows and its last one.
    for (const button of [...buttons.slice(0, 6), ...buttons.slice(-1)]) {
      await button.click()
      const sheet = button.locator('xpath=following-sibling::div')
      await sheet.waitFor()
      expect(await measurePlacement(sheet)).toEqual({ inWindow: true, onTop: true })
      await page.keyboard.press('Escape')
      expect(await sheet.isVisible()).toBe(false)
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  })

  // Popups are the same on a wider page.
  test.runIf(width === 360)(
    'toasts, menus, chart tables, options, and modals pass axe',
    async () => {
      const kit = await openKit(width)
      const { page, faults } = kit
      await page.getByRole('button', { name: 'Toast that stays' }).click()
      await page.getByRole('region', { name: 'Notifications' }).getByText('No response').waitFor()
      expect(await findAxeViolations(page, '[aria-label=Notifications]')).toEqual([])
      await getSample(page, 'Menu icon').locator('summary').click()
      expect(await findAxeViolations(page, '[data-sample="Menu icon"]')).toEqual([])
      await page.getByText('Show as a table').first().click()
      expect(await findAxeViolations(page, '[data-sample^=Chart]')).toEqual([])
      await page.getByRole('combobox', { name: 'Store empty' }).click()
      await page.getByRole('option', { name: 'Cinder Swag' }).waitFor()
      expect(await findAxeViolations(page, '[data-sample="Store empty"]')).toEqual([])
      await page.getByRole('button', { name: 'Open modal' }).click()
      await page.getByRole('dialog', { name: 'A modal' }).waitFor()
      expect([...faults, ...(await findAxeViolations(page, 'dialog'))]).toEqual([])
    },
  )
})

/** Returns whether an element lies in the window, and whether nothing covers its corners. */
const measurePlacement = (sheet: Locator) =>
  sheet.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const hits = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
    return {
      inWindow: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      onTop: hits(left + 12, top + 12) && hits(right - 12, bottom - 12),
    }
  })

describe('spec.md section 2: rendered controls', () => {
  const buttonStyles = ['normal', 'small'].flatMap((size) =>
    ['normal', 'outline'].flatMap((variant) =>
      ['primary', 'error', 'warning', 'success', 'white', 'secondary'].map(
        (color) => `Button ${size} ${variant} ${color}`,
      ),
    ),
  )
  /** Returns an element's colors and its height. */
  const getPaint = (element: Locator) =>
    element.evaluate((visible) => {
      const { backgroundColor, borderTopColor, color, height } = getComputedStyle(visible)
      return [backgroundColor, borderTopColor, color, height].join(' ')
    })
  const getPaints = (elements: Locator[]) => Promise.all(elements.map(getPaint))

  test('a button has 24 styles, each with an idle, a disabled, and a loading state', async () => {
    const kit = await openKit(1280)
    const button = (name: string) => getSample(kit.page, name).getByRole('button')
    const idle = await getPaints(buttonStyles.map((style) => button(`${style} idle`)))
    expect(new Set(idle).size).toBe(24)
    for (const style of buttonStyles) {
      expect(await button(`${style} disabled`).isDisabled()).toBe(true)
      expect(await button(`${style} loading`).innerText()).toBe('Processing')
      expect(await button(`${style} loading`).isDisabled()).toBe(true)
    }
  })

  test('a checked box has a fill color and a mark, an unchecked one a visible edge, and date fields are as high as text fields', async () => {
    const { page } = await openKit(1280)
    const [off, on, mixed, radio] = await page.evaluate(() => {
      const measureInput = (type: string, state: { checked?: true; indeterminate?: true }) => {
        const box = Object.assign(document.createElement('input'), { type, ...state })
        document.body.append(box)
        const { width, borderColor, backgroundColor, backgroundImage } = getComputedStyle(box)
        box.remove()
        return { width, borderColor, backgroundColor, isMarked: backgroundImage !== 'none' }
      }
      return [
        measureInput('checkbox', {}),
        measureInput('checkbox', { checked: true }),
        measureInput('checkbox', { indeterminate: true }),
        measureInput('radio', { checked: true }),
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
    for (const one of [on, mixed, radio])
      expect(one).toEqual({
        width: '16px',
        borderColor: accent,
        backgroundColor: accent,
        isMarked: true,
      })
    const measureHeight = (type: string) =>
      page
        .locator(`main input[type=${type}]`)
        .first()
        .evaluate((input) => input.getBoundingClientRect().height)
    expect(await measureHeight('date')).toBe(await measureHeight('text'))
  })

  test('a tooltip has ten colors, and a text area has the five of the theme', async () => {
    const kit = await openKit(1280)
    const colors = 'blue red gray slate orange teal purple pink indigo yellow'.split(' ')
    const bubbles = colors.map((color) =>
      getSample(kit.page, `Tooltip ${color}`).locator('[role=tooltip]'),
    )
    expect(new Set(await getPaints(bubbles)).size).toBe(10)
    const areas = ['slate', 'primary', 'error', 'warning', 'success'].map((color) =>
      kit.page.getByRole('textbox', { name: `Textarea ${color}` }),
    )
    expect(new Set(await getPaints(areas)).size).toBe(5)
  })
})

describe('The kit in Chromium', () => {
  test('a tooltip shows on hover and focus, 10 px away, and hides on leave, blur, and Escape', async () => {
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

  test('fields take rules as an object, a string, or a function, and show errors on change, not on input', async () => {
    const kit = await openKit(1280)
    for (const [name, invalidValue, expectedMessage] of [
      ['object', 'too long', 'Text with object rules must be at most 5 characters'],
      ['string', 'no address', 'Text with string rules is not valid.'],
      ['function', 'no', 'Text with function rules is not valid.'],
    ] as const) {
      const field = kit.page.getByRole('textbox', { name: `Text with ${name} rules` })
      const message = getSample(kit.page, `Text with ${name} rules`).locator('p')
      await field.pressSequentially(invalidValue)
      expect(await message.count()).toBe(0)
      // Enter commits the value, which fires a change, and keeps the focus.
      await field.press('Enter')
      expect(await message.innerText()).toBe(expectedMessage)
      await field.fill('')
      expect(await message.innerText()).toBe(expectedMessage)
    }
  })

  test('a combobox searches while typing, selects by keyboard, and sends the value', async () => {
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
    const failingCombobox = page.getByRole('combobox', { name: 'Store that fails' })
    await failingCombobox.click()
    await page.getByText('The search failed. Type again to retry.').waitFor()
  })

  test('a modal takes the focus, closes on Escape, and returns the focus', async () => {
    const kit = await openKit(1280)
    const { page } = kit
    const openButton = page.getByRole('button', { name: 'Open modal' })
    await openButton.click()
    await page.getByRole('dialog', { name: 'A modal' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await openButton.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('menus and tooltips open without JavaScript, and a combobox is a text field', async () => {
    const { page } = await openTab(360, { javaScriptEnabled: false })
    await page.goto('/kit')
    await getSample(page, 'Menu icon').locator('summary').click()
    await getSample(page, 'Menu icon').getByRole('link').waitFor()
    await page.getByRole('button', { name: 'Tooltip teal' }).hover()
    await page.getByRole('tooltip', { name: 'A teal tooltip' }).waitFor()
    await page.locator('input[name="kit-store-chosen.text"]').fill('Acme Rewards')
    expect(await page.locator('input[name=kit-store-chosen]').inputValue()).toBe('1')
  })
})
