import axe from 'axe-core'
import type { Page } from 'playwright'

/**
 * What axe finds wrong with the page, or with the parts of it that `parts` select. Asked for violations alone, in the page
 * itself: what axe says of all that is right takes the browser and the test longer than finding out.
 */
export async function axeFaults(page: Page, ...parts: string[]): Promise<string[]> {
  // What opens by a click may not stand there yet.
  for (const part of parts) await page.locator(part).first().waitFor()
  // Half a megabyte: a page that has it already is not given it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (include) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') } // Its source has just made it.
    // Style sheets of the page itself are read in the page, and need no asking for again.
    const options = { resultTypes: ['violations' as const], preload: false }
    return (await axe.run(include.length > 0 ? { include } : document, options)).violations
  }, parts)
  const { pathname, search } = new URL(page.url())
  return violations.map(
    ({ id, nodes }) => `${pathname + search} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
}

/** What axe finds wrong with the page, or with what `parts` select, and what overflows. */
export const pageFaults = async (page: Page, ...parts: string[]): Promise<string[]> => [
  ...(await axeFaults(page, ...parts)),
  ...(await widthFaults(page)),
]

/** By how many pixels the page is wider than the window. */
export async function widthFaults(page: Page): Promise<string[]> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return wider > 0 ? [`${new URL(page.url()).pathname} is ${wider} px too wide`] : []
}

/**
 * What an operator sees and cannot use without the page's script: a button that is in no form and opens nothing, a form
 * that nothing sends, a field that no form sends.
 */
export function deadParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const dead = [
      ...[...document.querySelectorAll('button')].filter(
        ({ form, type, popoverTargetElement, disabled }) =>
          !disabled && !popoverTargetElement && (form === null || type === 'button'),
      ),
      // A single line of text is sent by Enter.
      ...[...document.querySelectorAll('form')].filter(({ elements }) => {
        const fields = [...elements].filter(seen)
        const [first] = fields
        const isLine = fields.length === 1 && first instanceof HTMLInputElement
        return (
          fields.length > 0 &&
          !isLine &&
          !fields.some((one) => 'type' in one && one.type === 'submit')
        )
      }),
      ...[...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
        ({ form, disabled }) => form === null && !disabled,
      ),
    ]
    return dead.filter(seen).map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
}
