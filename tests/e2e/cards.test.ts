import { expect, test } from 'vitest'
import { routes } from '#shared/navigation/routes.ts'
import { openSignedIn, withStack } from '../support/servers/stack.ts'

const stack = withStack()

const listPaths = routes
  .filter(({ path, menu }) => menu && path !== '/dashboard')
  .flatMap((route) => [
    route.path,
    ...('lists' in route ? route.lists.map(({ param }) => `${route.path}?${param}`) : []),
  ])

/** Returns the texts of list cells and cards that overflow their element. */
function findCutTexts() {
  const cells = [...document.querySelectorAll<HTMLElement>('main td[data-card], main tbody td')]
  return cells
    .flatMap((cell) => [cell, ...cell.querySelectorAll<HTMLElement>('*')])
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .filter((part) => getComputedStyle(part).display !== 'inline')
    .map((part) => part.textContent)
}

test('issue 35, number 26: list cards show their whole text at 360 px', async () => {
  await using context = await stack.visit({ viewport: { width: 360, height: 800 } })
  const { page, faults } = await openSignedIn(context, '/stores')
  const cutTexts: Record<string, (string | null)[]> = {}
  for (const path of listPaths) {
    await page.goto(path)
    const texts = await page.evaluate(findCutTexts)
    if (texts.length > 0) cutTexts[path] = [...new Set(texts)]
  }
  expect(cutTexts).toEqual({})
  expect(faults).toEqual([])
})

test('issue 35, number 26: the Switch and Live buttons show their labels at 360 px', async () => {
  await using context = await stack.visit({ viewport: { width: 360, height: 800 } })
  const { page } = await openSignedIn(context, '/stores/1/logs')
  const switchStore = page.getByRole('link', { name: 'Switch store' })
  await expect.poll(() => switchStore.innerText()).toBe('Switch')
  await expect.poll(() => page.getByRole('button', { name: 'Live' }).innerText()).toBe('Live')
})
