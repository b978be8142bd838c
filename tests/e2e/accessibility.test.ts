import { AxeBuilder } from '@axe-core/playwright'
import { describe, expect, test } from 'vitest'
import { openPage, signedInAt, useStack } from '#tests/support/stack.ts'

const stack = useStack()

const pages = [
  '/dashboard',
  '/sizes',
  '/sizes?create',
  '/sizes?edit=1',
  '/sizes?edit=999999',
  '/sizes?delete=1',
  '/sizes?paste',
  '/sizes?run',
  '/sizes?reorder',
  '/sizes?search=nothing-like-this',
  '/stores',
  '/nowhere',
]

describe.each([1280, 360])('at %i px', (width) => {
  test('axe finds nothing wrong on the sign-in page, and nothing overflows', async () => {
    await using context = await stack.visit({ viewport: { width, height: 800 } })
    const { page } = await openPage(context)
    await page.goto('/')
    await expectSound(page)
  })

  test('axe finds nothing wrong on any page, and nothing overflows', async () => {
    await using context = await stack.visit({ viewport: { width, height: 800 } })
    const { page, faults } = await signedInAt(context, '/dashboard')
    for (const path of pages) {
      await page.goto(path)
      await expectSound(page)
    }
    expect(faults).toEqual([])
  })
})

async function expectSound(page: Awaited<ReturnType<typeof openPage>>['page']) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(found).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect({ url: page.url(), overflow }).toEqual({ url: page.url(), overflow: 0 })
}
