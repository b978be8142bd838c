import axe, { type RuleObject } from 'axe-core'
import type { CDPSession, Page } from 'playwright'

/** Of each page: the connection to the browser by which it is given axe. */
const connections = new WeakMap<Page, CDPSession>()

/** Half a megabyte: a page that has it already is not given it again. Sent past Playwright, the browser keeps what it compiled of it. */
async function giveAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  const connection = connections.get(page) ?? (await page.context().newCDPSession(page))
  connections.set(page, connection)
  await connection.send('Runtime.evaluate', { expression: axe.source })
}

/**
 * What axe finds wrong with the page, or with the parts of it that `parts` select. Asked for violations alone, in the page
 * itself: what axe says of all that is right takes the browser and the test longer than finding out.
 */
export async function axeFaults(page: Page, ...parts: string[]): Promise<string[]> {
  // What opens by a click may not stand there yet.
  for (const part of parts) await page.locator(part).first().waitFor()
  return violationsOf(page, parts)
}

/** As `axeFaults`, of all but contrast, which takes as long as all other rules: for a page that is looked at in another width too. */
export const axeFaultsButContrast = (page: Page): Promise<string[]> =>
  violationsOf(page, [], { 'color-contrast': { enabled: false } })

async function violationsOf(
  page: Page,
  parts: string[],
  rules: RuleObject = {},
): Promise<string[]> {
  await giveAxe(page)
  const violations = await page.evaluate(
    async ({ include, rules }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') } // Its source has just made it.
      // Style sheets of the page itself are read in the page, and need no asking for again.
      const options = { resultTypes: ['violations' as const], preload: false, rules }
      return (await axe.run(include.length > 0 ? { include } : document, options)).violations
    },
    { include: parts, rules },
  )
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
