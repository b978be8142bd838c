import type { BrowserContext, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findPageDefects, findOverflow } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  openPage,
  openSignedIn,
  signIn,
  withStack,
  getNotification,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const wizardPath = '/stores/create'

const getHeading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })
const pressNext = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const getField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const getStepList = (page: Page) => page.getByRole('navigation', { name: 'Steps' })
const getFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id)

/** Presses Next once for each of these headings. */
async function passSteps(page: Page, ...headings: string[]) {
  for (const name of headings) {
    await pressNext(page)
    await getHeading(page, name).waitFor()
  }
}

/** Completes the steps before the brand for a store with this name. */
async function startBrandStep(page: Page, name: string) {
  await getField(page, 'Name').fill(name)
  await passSteps(page, 'Domain', 'Locale and currency', 'Brand')
}

/** Opens the wizard through the sign-in form, which works without JavaScript. */
async function openPlainWizard(context: BrowserContext) {
  const { page } = await openPage(context)
  await page.goto(wizardPath)
  await signIn(page)
  await page.waitForURL((url) => url.pathname === wizardPath)
  return page
}

const lastSteps = ['Access', 'First admin', 'Review']

describe('The store wizard', () => {
  test('suggests values, checks the contrast, shows a review, and creates the store', async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openSignedIn(context, wizardPath)
    await getField(page, 'Name').pressSequentially('Café Nord')
    expect(await getField(page, 'Code').inputValue()).toBe('cafe-nord')
    await page.getByText('cafe-nord is available.').waitFor()
    await passSteps(page, 'Domain')
    expect(await getFocused(page)).toBe('step-title')
    expect(await getField(page, 'Subdomain').inputValue()).toBe('cafe-nord')
    await passSteps(page, 'Locale and currency')
    await getField(page, 'Default currency').selectOption('EUR')
    await checkChoice(page, 'Additional locales', 'German')
    await passSteps(page, 'Brand')
    await getField(page, 'Primary color').fill('#ffcc00')
    await page.getByLabel('Text on primary color', { exact: true }).fill('#ffffff')
    await page.getByText('Contrast 1.51:1, hard to read').waitFor()
    await pressNext(page)
    await expect.poll(() => getFocused(page)).toBe('textColour')
    await page.getByLabel('Text on primary color', { exact: true }).fill('#111111')
    await page.getByText('easy to read').waitFor()
    await passSteps(page, ...lastSteps)
    const reviewText = await page.getByRole('main').innerText()
    for (const words of ['Café Nord', 'cafe-nord', 'EUR Euro', 'German', 'Platform default: UTC'])
      expect(reviewText).toContain(words)
    await page.getByRole('button', { name: 'Edit First admin' }).click()
    await getHeading(page, 'First admin').waitFor()
    await page.getByLabel('First admin email').fill('ann@example.com')
    await getStepList(page)
      .getByRole('button', { name: /^Review/ })
      .click()
    await page.getByText('ann@example.com').waitFor()
    await page.getByRole('button', { name: 'Create store' }).click()
    await getNotification(page, /^Created /).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/stores\/\d+$/)
    await page.getByText('Café Nord').first().waitFor()

    await page.goto(wizardPath)
    await waitForHydration(page)
    expect(await page.getByText('Draft restored').count()).toBe(0)
    expect(await getField(page, 'Name').inputValue()).toBe('')
    expect(faults).toEqual([])
  })

  test('adds a list entry once if the operator leaves it by clicking Next', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, wizardPath)
    await startBrandStep(page, 'Nord Once')
    await passSteps(page, 'Access')
    const domains = page.getByLabel(/^Allowed email domains/)
    await domains.pressSequentially('nord.example')
    await passSteps(page, 'First admin', 'Review')
    expect(await page.getByText('nord.example', { exact: true }).count()).toBe(1)
    expect(await getStepList(page).getByText('needs attention').count()).toBe(0)
  })

  test('works with the keyboard only', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, wizardPath)
    await getField(page, 'Name').focus()
    await page.keyboard.type('By Keyboard')
    for (const name of ['Domain', 'Locale and currency']) {
      await page.keyboard.press('Enter')
      await getHeading(page, name).waitFor()
      await expect.poll(() => getFocused(page)).toBe('step-title')
      await page.keyboard.press('Tab')
    }
    expect(await getFocused(page)).toBe('defaultLocale')
    const tabTo = async (name: string) => {
      while ((await page.evaluate(() => document.activeElement?.textContent?.trim())) !== name)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    }
    for (const name of ['Brand', ...lastSteps]) {
      await tabTo('Next')
      await getHeading(page, name).waitFor()
      await expect.poll(() => getFocused(page)).toBe('step-title')
    }
    await tabTo('Create store')
    await getNotification(page, /^Created /).waitFor()
  })
})

describe('screens.md, Create store: a draft survives reload', () => {
  test('a reload returns to the fourth step with all input', async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openSignedIn(context, wizardPath)
    await startBrandStep(page, 'Kept Over Reload')
    await page.getByLabel('Primary color', { exact: true }).pressSequentially('#123456')
    await page.reload()
    await page.getByText('Draft restored').waitFor()
    await getHeading(page, 'Brand').waitFor()
    expect(await page.getByLabel('Primary color', { exact: true }).inputValue()).toBe('#123456')
    await getStepList(page)
      .getByRole('button', { name: /^Identity/ })
      .click()
    expect(await getField(page, 'Name').inputValue()).toBe('Kept Over Reload')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => getField(page, 'Name').inputValue()).toBe('')
    expect(await getStepList(page).getByRole('button').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('a session that ends during typing loses no input, and the wizard continues after sign-in', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, wizardPath)
    await getField(page, 'Name').fill('Kept Over Sign-in')
    await page.getByText('kept-over-sign-in is available.').waitFor()
    await passSteps(page, 'Domain')
    await page.getByText('kept-over-sign-in is available.').waitFor()
    await context.clearCookies()
    await getField(page, 'Subdomain').press('End')
    await page.keyboard.type('-x')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page)
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    await page.goto(wizardPath)
    await page.getByText('Draft restored').waitFor()
    await getHeading(page, 'Domain').waitFor()
    expect(await getField(page, 'Subdomain').inputValue()).toBe('kept-over-sign-in-x')
    await passSteps(page, 'Locale and currency', 'Brand')
  })

  test("the browser's Back and Forward move between steps", async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openSignedIn(context, wizardPath)
    await startBrandStep(page, 'Back And Forth')
    await page.goBack()
    await getHeading(page, 'Locale and currency').waitFor()
    await page.goBack()
    await page.goBack()
    await getHeading(page, 'Identity').waitFor()
    expect(await getField(page, 'Name').inputValue()).toBe('Back And Forth')
    await page.goForward()
    await getHeading(page, 'Domain').waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await getHeading(page, 'Identity').waitFor()
    expect(faults).toEqual([])
  })

  test("a step that was not reached yet can't be opened by its URL", async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, wizardPath)
    await page.goto(`${wizardPath}#review`)
    await page.waitForURL((url) => url.hash !== '#review')
    await getHeading(page, 'Identity').waitFor()
  })
})

/** Checks a choice in a group that unfolds. */
async function checkChoice(page: Page, group: string, choice: string) {
  const choices = page.getByRole('group', { name: group })
  await choices.locator('summary').click()
  await choices.getByLabel(choice).check()
}

test('a step sent before hydration continues after it, and overrides an older draft', async () => {
  const context = await stack.reuseContext()
  const { page } = await openSignedIn(context, wizardPath)
  await getField(page, 'Name').fill('Older Draft')
  page.on('dialog', (dialog) => void dialog.accept())
  await context.route('**/*.js', (route) => route.abort())
  await page.goto(wizardPath)
  await getField(page, 'Name').fill('Newer Form')
  await getField(page, 'Code').fill('newer-form')
  await context.unroute('**/*.js')
  await passSteps(page, 'Domain')
  await waitForHydration(page)
  await page.waitForURL((url) => url.hash === '#domain')
  await page.getByText('newer-form is available.').waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await getHeading(page, 'Identity').waitFor()
  expect(await getField(page, 'Name').inputValue()).toBe('Newer Form')
})

test('a store is created without JavaScript, with errors, Back, and a template', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const page = await openPlainWizard(context)
  const fillIdentity = async (name: string, code: string) => {
    await getField(page, 'Name').fill(name)
    await pressNext(page)
    await page.getByText('Code is a required field').waitFor()
    expect(await getField(page, 'Name').inputValue()).toBe(name)
    await getField(page, 'Code').fill(code)
    await passSteps(page, 'Domain')
    expect(await getField(page, 'Subdomain').inputValue()).toBe(code)
  }
  await fillIdentity('Plain Steps', 'plain-steps')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await getHeading(page, 'Identity').waitFor()
  await passSteps(page, 'Domain', 'Locale and currency')
  await getField(page, 'Default currency').selectOption('SEK')
  await checkChoice(page, 'Additional locales', 'Swedish')
  await passSteps(page, 'Brand', ...lastSteps)
  await page.getByRole('button', { name: 'Edit Locale and currency' }).click()
  expect(await getField(page, 'Swedish').isChecked()).toBe(true)
  await getStepList(page)
    .getByRole('button', { name: /^Review/ })
    .click()
  await page.getByRole('button', { name: 'Create store' }).click()
  await getNotification(page, /^Created /).waitFor()

  await page.goto(wizardPath)
  await getField(page, 'Name').fill('Plain Steps')
  await getField(page, 'Code').fill('plain-steps')
  await pressNext(page)
  await page.locator('#field-code-error').waitFor()
  await getField(page, 'Code').fill('plain-copy')
  expect(await page.getByRole('group', { name: 'Copy from the template' }).isVisible()).toBe(false)
  await page.getByLabel('Template store').fill('Plain Steps')
  await page.getByRole('group', { name: 'Copy from the template' }).getByLabel('Brand').uncheck()
  await passSteps(page, 'Domain', 'Locale and currency')
  expect(await getField(page, 'Default currency').inputValue()).toBe('SEK')
  expect(await getField(page, 'Swedish').isChecked()).toBe(true)
  await page.getByText('In the template: Swedish').waitFor()
  await passSteps(page, 'Brand', ...lastSteps)
  await page.getByRole('button', { name: 'Create store' }).click()
  await getNotification(page, /^Created /).waitFor()
  await page.goto(`${new URL(page.url()).pathname}?tab=locale`)
  expect(await getField(page, 'Default currency').inputValue()).toBe('SEK')
})

test('the chosen one of two template stores with the same name is copied without JavaScript', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const page = await openPlainWizard(context)
  const name = `Twin plain`
  for (const [at, defaultCurrency] of ['SEK', 'JPY'].entries()) {
    const code = `twin-plain-${at}`
    const data = buildStoreValues({ name, code, defaultCurrency })
    expect((await context.request.post('/api/stores', { data })).status()).toBe(201)
  }
  await getField(page, 'Name').fill('Copy of a twin')
  await getField(page, 'Code').fill(`twin-plain-copy`)
  await page.getByLabel('Template store').fill(name)
  await pressNext(page)
  await page
    .getByText(`Template store: 2 records are named "${name}". Choose one of them.`)
    .waitFor()
  expect(await getField(page, 'Name').inputValue()).toBe('Copy of a twin')
  await page.getByRole('radio', { name: new RegExp(`twin-plain-1`) }).check()
  await passSteps(page, 'Domain', 'Locale and currency')
  expect(await getField(page, 'Default currency').inputValue()).toBe('JPY')
})

test("every step passes axe at 360 px and doesn't overflow at 360 or 1280 px", async () => {
  await using context = await stack.visit({ viewport: { width: 360, height: 800 } })
  const { page } = await openSignedIn(context, wizardPath)
  // `everyPage` checks the first step at both widths. Axe finds the same on the wider steps.
  const findDefects = async () => {
    const narrow = await findPageDefects(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const wide = await findOverflow(page)
    await page.setViewportSize({ width: 360, height: 800 })
    return [...narrow, ...wide]
  }
  await pressNext(page)
  await page.locator('[aria-invalid="true"]').first().waitFor()
  expect(await findDefects()).toEqual([])
  await getField(page, 'Name').fill('Seen at 360')
  await page.getByText('is available.').waitFor()
  expect(await findDefects()).toEqual([])
  for (const name of ['Domain', 'Locale and currency', 'Brand', ...lastSteps]) {
    await passSteps(page, name)
    expect(await findDefects(), name).toEqual([])
  }
  await page.getByText('Step 7 of 7: Review').click()
  expect(await findPageDefects(page)).toEqual([])
  await page.getByRole('button', { name: /^Brand/ }).click()
  await page.getByText('Step 4 of 7: Brand').waitFor()
})
