import type { BrowserContext, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { storeValues } from '#tests/api/support/stores.ts'
import { pageFaults, widthFaults } from '#tests/support/browser/axe.ts'
import {
  hydrated,
  openPage,
  signedInAt,
  signIn,
  withStack,
  messageOf,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const wizard = '/stores/create'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const stepList = (page: Page) => page.getByRole('navigation', { name: 'Steps' })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.id)

/** From step to step by Next, up to the step of this heading. */
async function goOn(page: Page, ...headings: string[]) {
  for (const name of headings) {
    await next(page)
    await heading(page, name).waitFor()
  }
}

/** The first steps of a store of this name, up to the brand. */
async function upToBrand(page: Page, name: string) {
  await field(page, 'Name').fill(name)
  await goOn(page, 'Domain', 'Locale and currency', 'Brand')
}

/** The wizard, signed in for by the form that stands before it: without a script too. */
async function plainWizard(context: BrowserContext) {
  const { page } = await openPage(context)
  await page.goto(wizard)
  await signIn(page)
  await page.waitForURL((url) => url.pathname === wizard)
  return page
}

const restOfSteps = ['Access', 'First admin', 'Review']

describe('an operator creates a store', () => {
  test('step by step: suggestions, contrast, the review, and the new store', async () => {
    await using context = await stack.visit()
    const { page, faults } = await signedInAt(context, wizard)
    await field(page, 'Name').pressSequentially('Café Nord')
    expect(await field(page, 'Code').inputValue()).toBe('cafe-nord')
    await page.getByText('cafe-nord is available.').waitFor()
    await goOn(page, 'Domain')
    expect(await focused(page)).toBe('step-title')
    expect(await field(page, 'Subdomain').inputValue()).toBe('cafe-nord')
    await goOn(page, 'Locale and currency')
    await field(page, 'Default currency').selectOption('EUR')
    await tick(page, 'Additional locales', 'German')
    await goOn(page, 'Brand')
    await field(page, 'Primary color').fill('#ffcc00')
    await page.getByLabel('Text on primary color', { exact: true }).fill('#ffffff')
    await page.getByText('Contrast 1.51:1, hard to read').waitFor()
    await next(page)
    await expect.poll(() => focused(page)).toBe('textColour')
    await page.getByLabel('Text on primary color', { exact: true }).fill('#111111')
    await page.getByText('easy to read').waitFor()
    await goOn(page, ...restOfSteps)
    const said = await page.getByRole('main').innerText()
    for (const words of ['Café Nord', 'cafe-nord', 'EUR Euro', 'German', 'Platform default: UTC'])
      expect(said).toContain(words)
    await page.getByRole('button', { name: 'Edit First admin' }).click()
    await heading(page, 'First admin').waitFor()
    await page.getByLabel('First admin email').fill('ann@example.com')
    await stepList(page)
      .getByRole('button', { name: /^Review/ })
      .click()
    await page.getByText('ann@example.com').waitFor()
    await page.getByRole('button', { name: 'Create store' }).click()
    await messageOf(page, /^Created /).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/stores\/\d+$/)
    await page.getByText('Café Nord').first().waitFor()

    await page.goto(wizard)
    await hydrated(page)
    expect(await page.getByText('Draft restored').count()).toBe(0)
    expect(await field(page, 'Name').inputValue()).toBe('')
    expect(faults).toEqual([])
  })

  test('a list that is left by a click on Next is taken once', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, wizard)
    await upToBrand(page, 'Nord Once')
    await goOn(page, 'Access')
    const domains = page.getByLabel(/^Allowed email domains/)
    await domains.pressSequentially('nord.example')
    await goOn(page, 'First admin', 'Review')
    expect(await page.getByText('nord.example', { exact: true }).count()).toBe(1)
    expect(await stepList(page).getByText('needs attention').count()).toBe(0)
  })

  test('with the keyboard alone', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, wizard)
    await field(page, 'Name').focus()
    await page.keyboard.type('By Keyboard')
    for (const name of ['Domain', 'Locale and currency']) {
      await page.keyboard.press('Enter')
      await heading(page, name).waitFor()
      await expect.poll(() => focused(page)).toBe('step-title')
      await page.keyboard.press('Tab')
    }
    expect(await focused(page)).toBe('defaultLocale')
    const tabTo = async (name: string) => {
      while ((await page.evaluate(() => document.activeElement?.textContent?.trim())) !== name)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    }
    for (const name of ['Brand', ...restOfSteps]) {
      await tabTo('Next')
      await heading(page, name).waitFor()
      await expect.poll(() => focused(page)).toBe('step-title')
    }
    await tabTo('Create store')
    await messageOf(page, /^Created /).waitFor()
  })
})

describe('screens.md, Create store: a draft survives reload', () => {
  test('a reload on the fourth step goes on there, with everything typed', async () => {
    await using context = await stack.visit()
    const { page, faults } = await signedInAt(context, wizard)
    await upToBrand(page, 'Kept Over Reload')
    await page.getByLabel('Primary color', { exact: true }).pressSequentially('#123456')
    await page.reload()
    await page.getByText('Draft restored').waitFor()
    await heading(page, 'Brand').waitFor()
    expect(await page.getByLabel('Primary color', { exact: true }).inputValue()).toBe('#123456')
    await stepList(page)
      .getByRole('button', { name: /^Identity/ })
      .click()
    expect(await field(page, 'Name').inputValue()).toBe('Kept Over Reload')
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('')
    expect(await stepList(page).getByRole('button').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('a session that ended while typing loses nothing: after signing in the run goes on', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, wizard)
    await field(page, 'Name').fill('Kept Over Sign-in')
    await page.getByText('kept-over-sign-in is available.').waitFor()
    await goOn(page, 'Domain')
    await page.getByText('kept-over-sign-in is available.').waitFor()
    await context.clearCookies()
    await field(page, 'Subdomain').press('End')
    await page.keyboard.type('-x')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page)
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    await page.goto(wizard)
    await page.getByText('Draft restored').waitFor()
    await heading(page, 'Domain').waitFor()
    expect(await field(page, 'Subdomain').inputValue()).toBe('kept-over-sign-in-x')
    await goOn(page, 'Locale and currency', 'Brand')
  })

  test('Back and Forward of the browser go from step to step', async () => {
    await using context = await stack.visit()
    const { page, faults } = await signedInAt(context, wizard)
    await upToBrand(page, 'Back And Forth')
    await page.goBack()
    await heading(page, 'Locale and currency').waitFor()
    await page.goBack()
    await page.goBack()
    await heading(page, 'Identity').waitFor()
    expect(await field(page, 'Name').inputValue()).toBe('Back And Forth')
    await page.goForward()
    await heading(page, 'Domain').waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await heading(page, 'Identity').waitFor()
    expect(faults).toEqual([])
  })

  test('a step that was not open yet cannot be opened by its address', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, wizard)
    await page.goto(`${wizard}#review`)
    await page.waitForURL((url) => url.hash !== '#review')
    await heading(page, 'Identity').waitFor()
  })
})

/** Ticks one of many choices, which unfold from a line. */
async function tick(page: Page, group: string, choice: string) {
  const choices = page.getByRole('group', { name: group })
  await choices.locator('summary').click()
  await choices.getByLabel(choice).check()
}

test('a step sent before the script ran goes on with it, and comes before an older draft', async () => {
  await using context = await stack.visit()
  const { page } = await signedInAt(context, wizard)
  await field(page, 'Name').fill('Older Draft')
  page.on('dialog', (dialog) => void dialog.accept())
  await context.route('**/*.js', (route) => route.abort())
  await page.goto(wizard)
  await field(page, 'Name').fill('Newer Form')
  await field(page, 'Code').fill('newer-form')
  await context.unroute('**/*.js')
  await goOn(page, 'Domain')
  await hydrated(page)
  await page.waitForURL((url) => url.hash === '#domain')
  await page.getByText('newer-form is available.').waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await heading(page, 'Identity').waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('Newer Form')
})

test('without JavaScript: refused, back, from a template, created', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const page = await plainWizard(context)
  const run = async (name: string, code: string) => {
    await field(page, 'Name').fill(name)
    await next(page)
    await page.getByText('Code is a required field').waitFor()
    expect(await field(page, 'Name').inputValue()).toBe(name)
    await field(page, 'Code').fill(code)
    await goOn(page, 'Domain')
    expect(await field(page, 'Subdomain').inputValue()).toBe(code)
  }
  await run('Plain Steps', 'plain-steps')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await heading(page, 'Identity').waitFor()
  await goOn(page, 'Domain', 'Locale and currency')
  await field(page, 'Default currency').selectOption('SEK')
  await tick(page, 'Additional locales', 'Swedish')
  await goOn(page, 'Brand', ...restOfSteps)
  await page.getByRole('button', { name: 'Edit Locale and currency' }).click()
  expect(await field(page, 'Swedish').isChecked()).toBe(true)
  await stepList(page)
    .getByRole('button', { name: /^Review/ })
    .click()
  await page.getByRole('button', { name: 'Create store' }).click()
  await messageOf(page, /^Created /).waitFor()

  await page.goto(wizard)
  await field(page, 'Name').fill('Plain Steps')
  await field(page, 'Code').fill('plain-steps')
  await next(page)
  await page.locator('#field-code-error').waitFor()
  await field(page, 'Code').fill('plain-copy')
  expect(await page.getByRole('group', { name: 'Copy from the template' }).isVisible()).toBe(false)
  await page.getByLabel('Template store').fill('Plain Steps')
  await page.getByRole('group', { name: 'Copy from the template' }).getByLabel('Brand').uncheck()
  await goOn(page, 'Domain', 'Locale and currency')
  expect(await field(page, 'Default currency').inputValue()).toBe('SEK')
  expect(await field(page, 'Swedish').isChecked()).toBe(true)
  await page.getByText('In the template: Swedish').waitFor()
  await goOn(page, 'Brand', ...restOfSteps)
  await page.getByRole('button', { name: 'Create store' }).click()
  await messageOf(page, /^Created /).waitFor()
  await page.goto(`${new URL(page.url()).pathname}?tab=locale`)
  expect(await field(page, 'Default currency').inputValue()).toBe('SEK')
})

test('without JavaScript, of two stores of one name the one that is chosen is copied', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  const page = await plainWizard(context)
  const name = `Twin plain`
  for (const [at, defaultCurrency] of ['SEK', 'JPY'].entries()) {
    const code = `twin-plain-${at}`
    const data = storeValues({ name, code, defaultCurrency })
    expect((await context.request.post('/api/stores', { data })).status()).toBe(201)
  }
  await field(page, 'Name').fill('Copy of a twin')
  await field(page, 'Code').fill(`twin-plain-copy`)
  await page.getByLabel('Template store').fill(name)
  await next(page)
  await page
    .getByText(`Template store: 2 records are named "${name}". Choose one of them.`)
    .waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('Copy of a twin')
  await page.getByRole('radio', { name: new RegExp(`twin-plain-1`) }).check()
  await goOn(page, 'Domain', 'Locale and currency')
  expect(await field(page, 'Default currency').inputValue()).toBe('JPY')
})

test('at 360 px axe finds nothing wrong on any step, and nothing overflows, nor at 1280 px', async () => {
  await using context = await stack.visit({ viewport: { width: 360, height: 800 } })
  const { page } = await signedInAt(context, wizard)
  // The page as it opens is walked at both widths with all others (`everyPage`); a step is the same with more room around it.
  const faults = async () => {
    const narrow = await pageFaults(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    const wide = await widthFaults(page)
    await page.setViewportSize({ width: 360, height: 800 })
    return [...narrow, ...wide]
  }
  await next(page)
  await page.locator('[aria-invalid="true"]').first().waitFor()
  expect(await faults()).toEqual([])
  await field(page, 'Name').fill('Seen at 360')
  await page.getByText('is available.').waitFor()
  expect(await faults()).toEqual([])
  for (const name of ['Domain', 'Locale and currency', 'Brand', ...restOfSteps]) {
    await goOn(page, name)
    expect(await faults(), name).toEqual([])
  }
  await page.getByText('Step 7 of 7: Review').click()
  expect(await pageFaults(page)).toEqual([])
  await page.getByRole('button', { name: /^Brand/ }).click()
  await page.getByText('Step 4 of 7: Brand').waitFor()
})
