import { expect, test } from 'vitest'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { openPage } from '#tests/support/servers/stack.ts'
import { walkPages } from '#tests/support/browser/walkPages.ts'

const stack = walkPages('further')

test.each([1280, 360])(
  "the sign-in page passes axe and doesn't overflow at %i px",
  async (width) => {
    await using signedOut = await stack.visit({ viewport: { width, height: 800 } })
    const { page } = await openPage(signedOut)
    await page.goto('/')
    expect(await findPageDefects(page)).toEqual([])
  },
)
