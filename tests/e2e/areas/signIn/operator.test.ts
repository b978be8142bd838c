import { describe, expect, test } from 'vitest'
import { operator } from '#tests/support/servers/consoleProcess.ts'
import {
  hydrated,
  openPage,
  panelOf,
  signedInAt,
  signIn,
  signInBy,
  withStack,
  messageOf,
} from '#tests/support/servers/stack.ts'

const stack = withStack()

describe('an operator signs in', () => {
  test('a deep link leads to sign-in and, after it, to where it pointed', async () => {
    await using context = await stack.visit()
    const { page, faults } = await openPage(context)
    await page.goto('/sizes?search=large')
    expect(new URL(page.url()).pathname).toBe('/')
    await signIn(page)
    await page.waitForURL('**/sizes?search=large')
    await page.getByRole('heading', { name: 'Sizes', level: 1 }).waitFor()
    expect(faults).toEqual([])
  })

  test('a wrong password gets one neutral sentence, keeps the e-mail and sets no cookie', async () => {
    await using context = await stack.visit()
    const { page } = await openPage(context)
    await page.goto('/')
    await signIn(page, { email: 'nobody@example.com', password: 'wrong' })
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toBe(
      "The email or password isn't correct, or this account can't use the console.",
    )
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com')
    expect(await context.cookies()).toEqual([])
  })

  test('an address with a line end is no page of the console, before and after its script runs', async () => {
    await using context = await stack.visit()
    const { page, faults } = await signedInAt(context, '/sizes')
    const response = await page.goto('/nope%E2%80%A8')
    expect(response?.status()).toBe(404)
    await hydrated(page)
    await page.getByText("We couldn't find a page at this URL.").waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.waitForURL('**/dashboard')
    expect(faults).toEqual([])
  })

  test('the token never reaches the page: cookies are HttpOnly and nothing else holds it', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/dashboard')
    const cookies = await context.cookies()
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      'apiToken',
      'device',
      'storeId',
      'userId',
    ])
    expect(
      cookies.every(
        ({ httpOnly, sameSite, path }) => httpOnly && sameSite === 'Strict' && path === '/',
      ),
    ).toBe(true)
    const token = cookies.find(({ name }) => name === 'apiToken')?.value ?? ''
    expect(token.length).toBeGreaterThan(20)
    const response = await page.goto('/dashboard')
    expect(await response?.text()).not.toContain(token)
    const kept = await page.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
    )
    expect(kept).not.toContain(token)
  })

  test('signing out removes the cookies, reloads, and Back shows nothing of the console', async () => {
    await using context = await stack.visit()
    const { page, faults } = await openPage(context)
    await page.goto('/?next=%2Fsizes')
    await signIn(page)
    await page.waitForURL('**/sizes')
    await page.getByLabel('User menu').click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // What the browser is known by stays: it holds nothing of the session.
    const names = async () => (await context.cookies()).map(({ name }) => name)
    await expect.poll(names).toEqual(['device'])
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(faults).toEqual([])
  })

  test('a signed-in operator on / is sent to the dashboard', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes')
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })
})

describe('an operator manages sizes', () => {
  test('creates, finds, edits and deletes a size', async () => {
    await using context = await stack.visit()
    const { page, faults } = await signedInAt(context, '/sizes')
    await page.getByRole('link', { name: 'New size' }).click()
    await panelOf(page).getByLabel('Name', { exact: true }).fill('Whole flow')
    await panelOf(page).getByLabel('Code', { exact: true }).fill('WF1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await messageOf(page, /^Created /).waitFor()
    await page.waitForURL((url) => url.search === '')

    await page.getByRole('searchbox', { name: 'Search sizes' }).fill('whole fl')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sizes?search=whole+fl')
    await page.getByRole('main').getByRole('link', { name: 'Whole flow', exact: true }).click()
    await panelOf(page).getByLabel('Code', { exact: true }).fill('WF2')
    await panelOf(page).getByLabel('Name', { exact: true }).focus()
    await page.getByText('Unsaved: Code').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText(/^Saved /).waitFor()
    await page.getByRole('cell', { name: 'WF2' }).waitFor()

    await page.getByRole('link', { name: 'Delete Whole flow' }).click()
    await panelOf(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted Whole flow').waitFor()
    await page.getByRole('heading', { name: /^No sizes match "whole fl"/ }).waitFor()
    expect(faults).toEqual([])
  })

  test('someone else saved in between: the operator is told, and what was typed stays', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes?create')
    await panelOf(page).getByLabel('Name', { exact: true }).fill('Contested')
    await panelOf(page).getByLabel('Code', { exact: true }).fill('CON')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await messageOf(page, /^Created /).waitFor()
    await page.goto('/sizes?search=Contested')
    const edit = await page
      .getByRole('link', { name: 'Contested', exact: true })
      .getAttribute('href')
    await page.goto(edit ?? '')
    const other = await context.newPage()
    await other.goto(edit ?? '')
    await hydrated(other)
    await panelOf(other).getByRole('textbox', { name: 'Equivalents' }).fill('theirs')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByText(/^Saved /).waitFor()

    await hydrated(page)
    await panelOf(page).getByRole('textbox', { name: 'Equivalents' }).fill('mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // Playwright would scroll to the sentence; an operator must see it as it is.
    const told = page.getByText(/ changed this record on /)
    await told.waitFor()
    await expect
      .poll(() =>
        told.evaluate(
          (sentence) =>
            document.elementFromPoint(
              sentence.getBoundingClientRect().x + 4,
              sentence.getBoundingClientRect().y + 4,
            ) === sentence,
        ),
      )
      .toBe(true)
    expect(await panelOf(page).getByRole('textbox', { name: 'Equivalents' }).inputValue()).toBe(
      'mine',
    )
    await page.getByText('Their equivalents').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Saved /).waitFor()
  })

  test('two operators change two fields of one record: both changes stay', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes?create')
    await panelOf(page).getByLabel('Name', { exact: true }).fill('Shared work')
    await panelOf(page).getByLabel('Code', { exact: true }).fill('SHW')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await messageOf(page, /^Created /).waitFor()
    await page.goto('/sizes?search=Shared+work')
    const edit = await page
      .getByRole('link', { name: 'Shared work', exact: true })
      .getAttribute('href')
    await page.goto(edit ?? '')
    const other = await context.newPage()
    await other.goto(edit ?? '')
    await hydrated(other)
    await panelOf(other).getByRole('textbox', { name: 'Equivalents' }).fill('theirs')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByText(/^Saved /).waitFor()

    await hydrated(page)
    await panelOf(page).getByLabel('Print-on-demand size').fill('mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Saved /).waitFor()
    await page.goto(edit ?? '')
    expect(await panelOf(page).getByRole('textbox', { name: 'Equivalents' }).inputValue()).toBe(
      'theirs',
    )
    expect(await panelOf(page).getByLabel('Print-on-demand size').inputValue()).toBe('mine')
  })

  test('a long name stays inside its panel, also on a narrow screen', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes?create')
    await panelOf(page).getByLabel('Name', { exact: true }).fill('W'.repeat(40))
    await panelOf(page).getByLabel('Code', { exact: true }).fill('WIDEST')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await messageOf(page, /^Created /).waitFor()
    await page.goto('/sizes?search=WWWW')
    await page
      .getByRole('main')
      .getByRole('link', { name: 'W'.repeat(40), exact: true })
      .click()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      const panel = await panelOf(page).boundingBox()
      const name = await panelOf(page).getByLabel('Name', { exact: true }).boundingBox()
      expect(panel?.x).toBeGreaterThanOrEqual(0)
      expect((name?.x ?? 0) + (name?.width ?? Infinity)).toBeLessThan(
        (panel?.x ?? 0) + (panel?.width ?? 0),
      )
    }
  })

  test('the next page begins at its top, and Back returns to where one was', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes?limit=25')
    const next = page.getByRole('link', { name: 'Next' })
    const area = page.getByRole('region', { name: 'sizes' })
    const scrolled = () => area.evaluate(({ scrollTop }) => scrollTop)
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    const left = await scrolled()
    expect(left).toBeGreaterThan(0)
    // The way on is in sight wherever one is.
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await next.click()
    await page.getByRole('link', { name: 'Previous' }).waitFor()
    await expect.poll(scrolled).toBe(0)
    await page.goBack()
    await expect.poll(scrolled).toBe(left)
  })

  test('the address holds the whole view: link, reload and Back give it again', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes')
    await page.getByRole('link', { name: 'Code' }).click()
    await page.waitForURL('**/sizes?sort=code')
    await page.getByLabel('Filter', { exact: true }).click()
    await page.locator('#filter-of-group > summary').click()
    await page.getByRole('combobox', { name: 'Group' }).selectOption('youth')
    await page.getByRole('button', { name: 'Apply' }).click()
    // The address changes before the rows do; the chip comes with them.
    await page.getByRole('link', { name: 'Remove filter Group is Youth' }).waitFor()
    expect(page.url()).toMatch(/filter\[group\]\[eq\]=youth/)
    const rows = () => page.getByRole('row').allInnerTexts()
    const seen = await rows()
    await page.reload()
    expect(await rows()).toEqual(seen)
    await page.getByRole('link', { name: 'Remove filter Group is Youth' }).click()
    await page.waitForURL('**/sizes?sort=code')
    await page.goBack()
    await page.waitForURL(/filter\[group\]\[eq\]=youth/)
    await expect.poll(rows).toEqual(seen)
  })

  test('columns are chosen without a script too, and are there again elsewhere', async () => {
    await using plain = await stack.visit({ javaScriptEnabled: false })
    await signInBy(plain)
    const choosing = await plain.newPage()
    await choosing.goto('/colors')
    await choosing.getByRole('link', { name: 'Columns' }).click()
    await choosing.getByLabel('Hue', { exact: true }).check()
    await choosing.getByRole('button', { name: 'Save' }).click()
    await choosing.getByRole('columnheader', { name: 'Hue' }).waitFor()
    expect(new URL(choosing.url()).searchParams.has('columns')).toBe(false)

    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/colors')
    await page.getByRole('columnheader', { name: 'Hue' }).waitFor()
    await page.getByRole('link', { name: 'Columns' }).click()
    await panelOf(page).getByRole('button', { name: 'Reset columns' }).click()
    await page.getByRole('columnheader', { name: 'Hue' }).waitFor({ state: 'detached' })
  })

  test('generates a run in a group, and then only what it lacks', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes?run')
    await panelOf(page).getByLabel('Group', { exact: true }).selectOption('one_size')
    await panelOf(page).getByLabel('From', { exact: true }).fill('S')
    await panelOf(page).getByLabel('To', { exact: true }).fill('L')
    await page.getByRole('button', { name: 'Create 3 sizes' }).click()
    await page.getByRole('link', { name: '3 sizes' }).waitFor()
    expect(await page.locator('tbody tr').first().innerText()).toContain('Large')
    await page.goto('/sizes?run')
    await panelOf(page).getByLabel('Group', { exact: true }).selectOption('one_size')
    await page.getByText('Creates 6 sizes. 3 sizes already exist.').waitFor()
    await page.getByRole('button', { name: 'Create 6 sizes' }).click()
    await page.getByRole('link', { name: '6 sizes' }).waitFor()
  })

  test('moves a row with the arrow; the order is saved and the focus stays on the arrow', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes?reorder')
    const names = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    const [first, second] = await names()
    await page.getByRole('button', { name: `Move ${first} down` }).click()
    await page.getByRole('link', { name: 'the order of the sizes list' }).waitFor()
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
    await page.reload()
    expect((await names()).slice(0, 2)).toEqual([second, first])
  })

  test('keys: / searches, j and k move, Enter opens, Escape closes, n makes a new one', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await panelOf(page).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.search === '')
    await panelOf(page).waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('search')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await page.waitForURL('**/sizes?create')
  })
})

describe('unsaved work is guarded', () => {
  test('a session that ends while typing signs out; the draft is offered after a new sign-in', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes?create')
    await panelOf(page).getByLabel('Name', { exact: true }).fill('Survivor')
    await panelOf(page).getByLabel('Code', { exact: true }).fill('SUR')
    await context.clearCookies({ name: 'apiToken' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page)
    await page.waitForURL('**/sizes?create')
    await page.getByRole('button', { name: 'Restore' }).click()
    expect(await panelOf(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Survivor')
    expect(await panelOf(page).getByLabel('Code', { exact: true }).inputValue()).toBe('SUR')
  })
})

describe('the shell', () => {
  test('changes the password with the values typed; the outcome is a notification', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/dashboard')
    const open = async () => {
      await page.getByLabel('User menu').click()
      await page.getByRole('link', { name: 'Change Password' }).click()
      await page.getByRole('dialog', { name: 'Reset Password' }).waitFor()
    }
    await open()
    await page.getByLabel('Enter Current password').fill('not this one')
    await page.getByRole('button', { name: 'Generate Password' }).click()
    const generated = await page.getByLabel('Enter password').inputValue()
    expect(generated).toHaveLength(15)
    expect(await page.getByLabel('Enter Confirm password').inputValue()).toBe(generated)
    await page.getByRole('button', { name: 'Change Password' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText("Your password wasn't changed.").waitFor()

    // To another and back again, so that the other tests can sign in.
    for (const [from, to] of [
      [operator.password, generated],
      [generated, operator.password],
    ] as const) {
      await open()
      await page.getByLabel('Enter Current password').fill(from)
      await page.getByLabel('Enter password').fill(to)
      await page.getByLabel('Enter Confirm password').fill(to)
      // The notification of the first change may still be there when the second is sent.
      const changed = page.waitForResponse('**/users/changePassword')
      await page.getByRole('button', { name: 'Change Password' }).last().click()
      expect((await changed).status()).toBe(200)
      await page.getByText('Your password was changed.').last().waitFor()
    }
  })

  test('the side menu collapses by itself below 720 px', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/dashboard')
    const toggle = (name: string) => page.getByRole('button', { name })
    await toggle('Collapse menu').waitFor()
    await page.setViewportSize({ width: 719, height: 800 })
    await toggle('Expand menu').waitFor()
    await page.setViewportSize({ width: 720, height: 800 })
    await toggle('Collapse menu').waitFor()
  })

  test('an unknown address answers 404 with the nearest pages', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/dashboard')
    const response = await page.goto('/size')
    expect(response?.status()).toBe(404)
    await page.getByRole('main').getByRole('link', { name: 'Sizes' }).waitFor()
  })

  test('a chunk that cannot be loaded raises the preload error event and offers a reload', async () => {
    await using context = await stack.visit()
    const { page } = await signedInAt(context, '/sizes')
    await page.evaluate(() => {
      window.addEventListener('preloadError', () =>
        document.body.setAttribute('data-preload-error', ''),
      )
    })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Stickers' }).click()
    await page.getByText("Part of this page couldn't load.").waitFor()
    expect(await page.locator('body[data-preload-error]').count()).toBe(1)
    await page.unroute('**/assets/*.js')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Stickers' }).waitFor()
  })
})
