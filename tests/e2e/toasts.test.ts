import { expect, test } from 'vitest'
import type { Page } from 'playwright'
import { getPanel, signInByApi, openSignedIn, withStack } from '../support/servers/stack.ts'

const stack = withStack()

/** Returns pairs of a toast and the title, breadcrumb, or panel heading that it covers. */
const findCoveredHeadings = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('section[aria-label="Notifications"] > div')]
    const headings = [
      ...document.querySelectorAll('#content h1, #content header nav, dialog[open] header'),
    ]
    return toasts.flatMap((toast) => {
      const toastBox = toast.getBoundingClientRect()
      return headings
        .filter((head) => {
          const range = document.createRange()
          range.selectNodeContents(head)
          const boxes =
            head.tagName === 'HEADER' ? [head.getBoundingClientRect()] : [...range.getClientRects()]
          return boxes.some(
            (box) =>
              box.left < toastBox.right &&
              box.right > toastBox.left &&
              box.top < toastBox.bottom &&
              box.bottom > toastBox.top,
          )
        })
        .map((head) => `${toast.textContent} over ${head.textContent}`)
    })
  })

/** Returns the parts of an open panel that a toast covers: its header, its content, its buttons. */
const findCoveredPanelParts = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('section[aria-label="Notifications"] > div')]
    const parts = [...document.querySelectorAll('dialog[open] header, dialog[open] form > div')]
    return toasts.flatMap((toast) => {
      const toastBox = toast.getBoundingClientRect()
      return parts
        .filter((part) => {
          const box = part.getBoundingClientRect()
          return (
            box.left < toastBox.right &&
            box.right > toastBox.left &&
            box.top < toastBox.bottom &&
            box.bottom > toastBox.top
          )
        })
        .map((part) => `${toast.textContent} over ${part.textContent}`)
    })
  })

const countPanelParts = (page: Page) =>
  page.locator('dialog[open] header, dialog[open] form > div').count()

test.each([1280, 360])(
  'several toasts cover no title, breadcrumb, or part of an open panel at %i px',
  async (width) => {
    await using context = await stack.visit()
    await signInByApi(context)
    for (const at of [1, 2, 3]) {
      const data = { name: `Toast ${width} ${at}`, code: `T${width}${at}`, hex: '#335533' }
      await context.request.post('/api/colors', { data: { ...data, active: true } })
    }
    const { page, faults } = await openSignedIn(context, `/colors?search=toast+${width}`)
    await page.setViewportSize({ width, height: 700 })
    for (const [at, name] of [1, 2].map((at) => [at, `Toast ${width} ${at}`] as const)) {
      await page.getByRole('link', { name, exact: true }).click()
      await getPanel(page).getByLabel('Pantone').fill(`${at}`)
      await page.keyboard.press('Control+s')
      await getPanel(page).waitFor({ state: 'detached' })
      await page.getByRole('region', { name: 'Notifications' }).getByText(name).waitFor()
      expect(await findCoveredHeadings(page)).toEqual([])
    }
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(2)
    await page.getByRole('link', { name: `Toast ${width} 3`, exact: true }).click()
    await getPanel(page).getByRole('heading').first().waitFor()
    await expect.poll(() => findCoveredHeadings(page)).toEqual([])
    expect(await countPanelParts(page)).toBe(3)
    expect(await findCoveredPanelParts(page)).toEqual([])
    const footer = getPanel(page).getByRole('button', { name: 'Save', exact: true })
    const place = await footer.boundingBox()
    const closeButtons = page.getByRole('button', { name: 'Close notification' })
    await closeButtons.nth(1).click()
    await closeButtons.click()
    await closeButtons.waitFor({ state: 'detached' })
    expect(await footer.boundingBox(), 'nothing moves when toasts go').toEqual(place)
    expect(faults).toEqual([])
  },
)
