import axe from 'axe-core'
import type { Page } from 'playwright'

/**
 * What axe finds wrong with the page, or with the parts of it that `parts` select. Asked for violations alone, in the page
 * itself: what axe says of all that is right takes the browser and the test longer than finding out.
 */
export async function axeFaults(page: Page, ...parts: string[]): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async (include) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') } // Its source has just made it.
    const options = { resultTypes: ['violations' as const] }
    return (await axe.run(include.length > 0 ? { include } : document, options)).violations
  }, parts)
  const { pathname, search } = new URL(page.url())
  return violations.map(
    ({ id, nodes }) => `${pathname + search} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
}

/** What axe finds wrong with the page, and by how many pixels it is wider than the window. */
export async function pageFaults(page: Page): Promise<string[]> {
  const found = await axeFaults(page)
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return wider > 0 ? [...found, `${new URL(page.url()).pathname} is ${wider} px too wide`] : found
}
