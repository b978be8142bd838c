import axe, { type RuleObject } from 'axe-core'
import type { CDPSession, Page } from 'playwright'

/** The connection to the browser that injects axe, by page. */
const connections = new WeakMap<Page, CDPSession>()

/**
 * Injects axe (0.5 MB) unless the page has it. The browser caches the compiled script only if it's
 * sent through this connection instead of Playwright.
 */
async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  const connection = connections.get(page) ?? (await page.context().newCDPSession(page))
  connections.set(page, connection)
  await connection.send('Runtime.evaluate', { expression: axe.source })
}

/**
 * Finds axe violations in the page, or in the parts that the selectors `parts` match. Asks only for
 * violations, because reporting everything that passes takes longer than the check.
 */
export async function findAxeViolations(page: Page, ...parts: string[]): Promise<string[]> {
  // A panel that opens on a click may not be there yet.
  for (const part of parts) await page.locator(part).first().waitFor()
  return findViolations(page, parts)
}

/**
 * Finds axe violations except contrast, which takes as long as all other rules. For pages that are
 * also checked at another width.
 */
export const findAxeViolationsExceptContrast = (page: Page): Promise<string[]> =>
  findViolations(page, [], { 'color-contrast': { enabled: false } })

async function findViolations(
  page: Page,
  parts: string[],
  rules: RuleObject = {},
): Promise<string[]> {
  await injectAxe(page)
  const violations = await page.evaluate(
    async ({ include, rules }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') } // injectAxe has just defined it.
      // All style sheets belong to the page, so axe doesn't need to fetch them again.
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

/** Finds axe violations in the page, or in the parts that `parts` match, and overflow. */
export const findPageDefects = async (page: Page, ...parts: string[]): Promise<string[]> => [
  ...(await findAxeViolations(page, ...parts)),
  ...(await findOverflow(page)),
]

/** Reports by how many pixels the page is wider than the window. */
export async function findOverflow(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [`${new URL(page.url()).pathname} is ${overflow} px too wide`] : []
}

/**
 * Finds visible controls that don't work without the page's script: a button outside of a form that
 * opens nothing, a form without a submit button, a field outside of a form.
 */
export function findDeadControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const deadControls = [
      ...[...document.querySelectorAll('button')].filter(
        ({ form, type, popoverTargetElement, disabled }) =>
          !disabled && !popoverTargetElement && (form === null || type === 'button'),
      ),
      // Enter submits a form with a single line of text.
      ...[...document.querySelectorAll('form')].filter(({ elements }) => {
        const fields = [...elements].filter(isVisible)
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
    return deadControls.filter(isVisible).map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
}
