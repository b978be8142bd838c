import { expect, test } from 'vitest'
import { routes } from '#shared/navigation/routes.ts'
import { signedInAt, withStack } from '../support/servers/stack.ts'

const stack = withStack()

const lists = routes
  .filter(({ path, menu }) => menu && path !== '/dashboard')
  .flatMap((route) => [
    route.path,
    ...('lists' in route ? route.lists.map(({ param }) => `${route.path}?${param}`) : []),
  ])

/** Texts of cards and of buttons beside a title that don't fit their place. */
function findCutTexts() {
  const cells = [...document.querySelectorAll<HTMLElement>('main td[data-card], main tbody td')]
  return cells
    .flatMap((cell) => [cell, ...cell.querySelectorAll<HTMLElement>('*')])
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .filter((part) => getComputedStyle(part).display !== 'inline')
    .map((part) => part.textContent)
}

test('issue 35, number 26: at 360 px no card of a list cuts off what it says', async () => {
  await using context = await stack.visit({ viewport: { width: 360, height: 800 } })
  const { page, faults } = await signedInAt(context, '/stores')
  const cut: Record<string, (string | null)[]> = {}
  for (const path of lists) {
    await page.goto(path)
    const texts = await page.evaluate(findCutTexts)
    if (texts.length > 0) cut[path] = [...new Set(texts)]
  }
  expect(cut).toEqual({})
  expect(faults).toEqual([])
})

test('issue 35, number 26: at 360 px the buttons that switch stores and follow a log say so in words', async () => {
  await using context = await stack.visit({ viewport: { width: 360, height: 800 } })
  const { page } = await signedInAt(context, '/stores/1/logs')
  const switchStore = page.getByRole('link', { name: 'Switch store' })
  await expect.poll(() => switchStore.innerText()).toBe('Switch')
  await expect.poll(() => page.getByRole('button', { name: 'Live' }).innerText()).toBe('Live')
})
