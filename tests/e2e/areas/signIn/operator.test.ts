import { describe, expect, test } from 'vitest'
import { stylesheetCookieName } from '#shared/navigation/stylesheet.ts'
import { operator } from '#tests/support/servers/consoleProcess.ts'
import {
  waitForHydration,
  openPage,
  getPanel,
  openSignedIn,
  signIn,
  signInByApi,
  withStack,
  getNotification,
} from '#tests/support/servers/stack.ts'

const stack = withStack()

describe('Sign-in', () => {
  test('a deep link leads to sign-in and then to its page', async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openPage(context)
    await page.goto('/sizes?search=large')
    expect(new URL(page.url()).pathname).toBe('/')
    await signIn(page)
    await page.waitForURL('**/sizes?search=large')
    await page.getByRole('heading', { name: 'Sizes', level: 1 }).waitFor()
    expect(faults).toEqual([])
  })

  test('a wrong password shows one neutral message, keeps the email, and sets no cookie', async () => {
    const context = await stack.reuseContext()
    const { page } = await openPage(context)
    await page.goto('/')
    await signIn(page, { email: 'nobody@example.com', password: 'wrong' })
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toBe(
      "The email or password isn't correct, or this account can't use the console.",
    )
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com')
    const cookies = await context.cookies()
    expect(cookies.filter(({ name }) => name !== stylesheetCookieName)).toEqual([])
  })

  test('a URL with a line separator returns 404, before and after hydration', async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openSignedIn(context, '/sizes')
    const response = await page.goto('/nope%E2%80%A8')
    expect(response?.status()).toBe(404)
    await waitForHydration(page)
    await page.getByText("We couldn't find a page at this URL.").waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.waitForURL('**/dashboard')
    expect(faults).toEqual([])
  })

  test('the token never reaches the page: cookies are HttpOnly and nothing else contains it', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/dashboard')
    const cookies = (await context.cookies()).filter(({ name }) => name !== stylesheetCookieName)
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
    const clientStorage = await page.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
    )
    expect(clientStorage).not.toContain(token)
  })

  test('signing out removes the session cookies, and Back shows only the sign-in page', async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openPage(context)
    await page.goto('/?next=%2Fsizes')
    await signIn(page)
    await page.waitForURL('**/sizes')
    await page.getByLabel('User menu').click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // These stay. They contain nothing of the session.
    const readNames = async () => (await context.cookies()).map(({ name }) => name).sort()
    await expect.poll(readNames).toEqual(['device', stylesheetCookieName])
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(faults).toEqual([])
  })

  test('a signed-in operator on / is sent to the dashboard', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes')
    await page.goto('/')
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })
})

describe('Sizes', () => {
  test('an operator creates, finds, edits, and deletes a size', async () => {
    const context = await stack.reuseContext()
    const { page, faults } = await openSignedIn(context, '/sizes')
    await page.getByRole('link', { name: 'New size' }).click()
    await getPanel(page).getByLabel('Name', { exact: true }).fill('Whole flow')
    await getPanel(page).getByLabel('Code', { exact: true }).fill('WF1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await getNotification(page, /^Created /).waitFor()
    await page.waitForURL((url) => url.search === '')

    await page.getByRole('searchbox', { name: 'Search sizes' }).fill('whole fl')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sizes?search=whole+fl')
    await page.getByRole('main').getByRole('link', { name: 'Whole flow', exact: true }).click()
    await getPanel(page).getByLabel('Code', { exact: true }).fill('WF2')
    await getPanel(page).getByLabel('Name', { exact: true }).focus()
    await page.getByText('Unsaved: Code').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText(/^Saved /).waitFor()
    await page.getByRole('cell', { name: 'WF2' }).waitFor()

    await page.getByRole('link', { name: 'Delete Whole flow' }).click()
    await getPanel(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted Whole flow').waitFor()
    await page.getByRole('heading', { name: /^No sizes match "whole fl"/ }).waitFor()
    expect(faults).toEqual([])
  })

  test('a record that someone else saved in between shows a conflict and keeps the input', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes?create')
    await getPanel(page).getByLabel('Name', { exact: true }).fill('Contested')
    await getPanel(page).getByLabel('Code', { exact: true }).fill('CON')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await getNotification(page, /^Created /).waitFor()
    await page.goto('/sizes?search=Contested')
    const editUrl = await page
      .getByRole('link', { name: 'Contested', exact: true })
      .getAttribute('href')
    await page.goto(editUrl ?? '')
    const otherPage = await context.newPage()
    await otherPage.goto(editUrl ?? '')
    await waitForHydration(otherPage)
    await getPanel(otherPage).getByRole('textbox', { name: 'Equivalents' }).fill('theirs')
    await otherPage.getByRole('button', { name: 'Save', exact: true }).click()
    await otherPage.getByText(/^Saved /).waitFor()

    await waitForHydration(page)
    await getPanel(page).getByRole('textbox', { name: 'Equivalents' }).fill('mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // Playwright would scroll to the sentence. An operator must see it without scrolling.
    const conflictMessage = page.getByText(/ changed this record on /)
    await conflictMessage.waitFor()
    await expect
      .poll(() =>
        conflictMessage.evaluate(
          (sentence) =>
            document.elementFromPoint(
              sentence.getBoundingClientRect().x + 4,
              sentence.getBoundingClientRect().y + 4,
            ) === sentence,
        ),
      )
      .toBe(true)
    expect(await getPanel(page).getByRole('textbox', { name: 'Equivalents' }).inputValue()).toBe(
      'mine',
    )
    await page.getByText('Their equivalents').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Saved /).waitFor()
  })

  test('changes of two operators to different fields of a record are both saved', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes?create')
    await getPanel(page).getByLabel('Name', { exact: true }).fill('Shared work')
    await getPanel(page).getByLabel('Code', { exact: true }).fill('SHW')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await getNotification(page, /^Created /).waitFor()
    await page.goto('/sizes?search=Shared+work')
    const editUrl = await page
      .getByRole('link', { name: 'Shared work', exact: true })
      .getAttribute('href')
    await page.goto(editUrl ?? '')
    const otherPage = await context.newPage()
    await otherPage.goto(editUrl ?? '')
    await waitForHydration(otherPage)
    await getPanel(otherPage).getByRole('textbox', { name: 'Equivalents' }).fill('theirs')
    await otherPage.getByRole('button', { name: 'Save', exact: true }).click()
    await otherPage.getByText(/^Saved /).waitFor()

    await waitForHydration(page)
    await getPanel(page).getByLabel('Print-on-demand size').fill('mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Saved /).waitFor()
    await page.goto(editUrl ?? '')
    expect(await getPanel(page).getByRole('textbox', { name: 'Equivalents' }).inputValue()).toBe(
      'theirs',
    )
    expect(await getPanel(page).getByLabel('Print-on-demand size').inputValue()).toBe('mine')
  })

  test('a long name fits in its panel, also on a narrow screen', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes?create')
    await getPanel(page).getByLabel('Name', { exact: true }).fill('W'.repeat(40))
    await getPanel(page).getByLabel('Code', { exact: true }).fill('WIDEST')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await getNotification(page, /^Created /).waitFor()
    await page.goto('/sizes?search=WWWW')
    await page
      .getByRole('main')
      .getByRole('link', { name: 'W'.repeat(40), exact: true })
      .click()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      const panel = await getPanel(page).boundingBox()
      const name = await getPanel(page).getByLabel('Name', { exact: true }).boundingBox()
      expect(panel?.x).toBeGreaterThanOrEqual(0)
      expect((name?.x ?? 0) + (name?.width ?? Infinity)).toBeLessThan(
        (panel?.x ?? 0) + (panel?.width ?? 0),
      )
    }
  })

  test('the next page starts at the top, and Back restores the scroll position', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes?limit=25')
    const next = page.getByRole('link', { name: 'Next' })
    const area = page.getByRole('region', { name: 'sizes' })
    const getScrollTop = () => area.evaluate(({ scrollTop }) => scrollTop)
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    const scrollTopBefore = await getScrollTop()
    expect(scrollTopBefore).toBeGreaterThan(0)
    // The page itself doesn't scroll, so the link to the next page stays visible.
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await next.click()
    await page.getByRole('link', { name: 'Previous' }).waitFor()
    await expect.poll(getScrollTop).toBe(0)
    await page.goBack()
    await expect.poll(getScrollTop).toBe(scrollTopBefore)
  })

  test('the URL contains the whole view, so that a reload and Back restore it', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes')
    await page.getByRole('link', { name: 'Code' }).click()
    await page.waitForURL('**/sizes?sort=code')
    await page.getByLabel('Filter', { exact: true }).click()
    await page.locator('#filter-of-group > summary').click()
    await page.getByRole('combobox', { name: 'Group' }).selectOption('youth')
    await page.getByRole('button', { name: 'Apply' }).click()
    // The URL changes before the rows do. The chip changes with the rows.
    await page.getByRole('link', { name: 'Remove filter: Group is Youth' }).waitFor()
    expect(page.url()).toMatch(/filter\[group\]\[eq\]=youth/)
    const readRows = () => page.getByRole('row').allInnerTexts()
    const rowsBefore = await readRows()
    await page.reload()
    expect(await readRows()).toEqual(rowsBefore)
    await page.getByRole('link', { name: 'Remove filter: Group is Youth' }).click()
    await page.waitForURL('**/sizes?sort=code')
    await page.goBack()
    await page.waitForURL(/filter\[group\]\[eq\]=youth/)
    await expect.poll(readRows).toEqual(rowsBefore)
  })

  test('columns can be chosen without JavaScript and apply in other sessions', async () => {
    await using plainContext = await stack.visit({ javaScriptEnabled: false })
    await signInByApi(plainContext)
    const plainPage = await plainContext.newPage()
    await plainPage.goto('/colors')
    await plainPage.getByRole('link', { name: 'Columns' }).click()
    await plainPage.getByLabel('Hue', { exact: true }).check()
    await plainPage.getByRole('button', { name: 'Save' }).click()
    await plainPage.getByRole('columnheader', { name: 'Hue' }).waitFor()
    expect(new URL(plainPage.url()).searchParams.has('columns')).toBe(false)

    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/colors')
    await page.getByRole('columnheader', { name: 'Hue' }).waitFor()
    await page.getByRole('link', { name: 'Columns' }).click()
    await getPanel(page).getByRole('button', { name: 'Reset columns' }).click()
    await page.getByRole('columnheader', { name: 'Hue' }).waitFor({ state: 'detached' })
  })

  test('a run of sizes is created in a group, and then only its missing sizes', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes?run')
    await getPanel(page).getByLabel('Group', { exact: true }).selectOption('one_size')
    await getPanel(page).getByLabel('From', { exact: true }).fill('S')
    await getPanel(page).getByLabel('To', { exact: true }).fill('L')
    await page.getByRole('button', { name: 'Create 3 sizes' }).click()
    await page.getByRole('link', { name: '3 sizes' }).waitFor()
    expect(await page.locator('tbody tr').first().innerText()).toContain('Large')
    await page.goto('/sizes?run')
    await getPanel(page).getByLabel('Group', { exact: true }).selectOption('one_size')
    await page.getByText('Creates 6 sizes. 3 sizes already exist.').waitFor()
    await page.getByRole('button', { name: 'Create 6 sizes' }).click()
    await page.getByRole('link', { name: '6 sizes' }).waitFor()
  })

  test('the arrow moves a row, and the order is saved', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes?reorder')
    const readNames = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    const [first, second] = await readNames()
    await page.getByRole('button', { name: `Move ${first} down` }).click()
    await page.getByRole('link', { name: 'the order of the sizes list' }).waitFor()
    await expect.poll(async () => (await readNames()).slice(0, 2)).toEqual([second, first])
    await page.reload()
    expect((await readNames()).slice(0, 2)).toEqual([second, first])
  })

  test('keys work: / searches, j and k move, Enter opens, Escape closes, and n creates a record', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await getPanel(page).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.search === '')
    await getPanel(page).waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('search')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await page.waitForURL('**/sizes?create')
  })
})

describe('Unsaved work', () => {
  test('is offered as a draft after the session ended and the operator signed in again', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/sizes?create')
    await getPanel(page).getByLabel('Name', { exact: true }).fill('Survivor')
    await getPanel(page).getByLabel('Code', { exact: true }).fill('SUR')
    await context.clearCookies({ name: 'apiToken' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page)
    await page.waitForURL('**/sizes?create')
    await page.getByRole('button', { name: 'Restore' }).click()
    expect(await getPanel(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Survivor')
    expect(await getPanel(page).getByLabel('Code', { exact: true }).inputValue()).toBe('SUR')
  })
})

describe('The shell', () => {
  test('changes the password with the typed values and shows the result as a notification', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/dashboard')
    const openDialog = async () => {
      await page.getByLabel('User menu').click()
      await page.getByRole('link', { name: 'Change Password' }).click()
      await page.getByRole('dialog', { name: 'Reset Password' }).waitFor()
    }
    await openDialog()
    await page.getByLabel('Enter Current password').fill('not this one')
    await page.getByRole('button', { name: 'Generate Password' }).click()
    const generated = await page.getByLabel('Enter password').inputValue()
    expect(generated).toHaveLength(15)
    expect(await page.getByLabel('Enter Confirm password').inputValue()).toBe(generated)
    await page.getByRole('button', { name: 'Change Password' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText("Your password wasn't changed.").waitFor()

    // Changes the password and changes it back, so that other tests can sign in.
    for (const [from, to] of [
      [operator.password, generated],
      [generated, operator.password],
    ] as const) {
      await openDialog()
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

  test('collapses the side menu below 720 px', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/dashboard')
    const toggle = (name: string) => page.getByRole('button', { name })
    await toggle('Collapse menu').waitFor()
    await page.setViewportSize({ width: 719, height: 800 })
    await toggle('Expand menu').waitFor()
    await page.setViewportSize({ width: 720, height: 800 })
    await toggle('Collapse menu').waitFor()
  })

  test('returns 404 with the nearest pages for an unknown URL', async () => {
    const context = await stack.reuseContext()
    const { page } = await openSignedIn(context, '/dashboard')
    const response = await page.goto('/size')
    expect(response?.status()).toBe(404)
    await page.getByRole('main').getByRole('link', { name: 'Sizes' }).waitFor()
  })

  test("raises the preload error event and offers a reload if a chunk can't be loaded", async () => {
    // Another page may have loaded the chunk.
    await using context = await stack.visit()
    const { page } = await openSignedIn(context, '/sizes')
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
