import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { firstLoadOf, screenSources } from '../support/browser/firstLoad.ts'

const sources = await screenSources()

/** A definition that is a screen by itself. */
const isDefinition = (source: string) => source.startsWith('shared/')

/** design.md, "What ships to the browser": JavaScript of a first load, brotli, in bytes. */
async function budgetOf(source: string): Promise<number> {
  if (source.endsWith('/SignIn.tsx')) return 125_000
  // These pages may not grow (scripts/bench/README.md). The table of currency decimals, text normalization, and the limits of
  // forms took 0.7 to 1.8 kB. Placing toasts below titles and telling a user's blur from one by code took 0.3 kB: both must be
  // there before the first press, and a chunk of their own saves nothing. The names of chunks alone, which follow from their
  // contents, make some 100 bytes more or less. Lists of stores, members, and the menu's further lists took 0.3 to 3 kB. Whole
  // sentences in plain English, testing typed setups, and codes that follow names took 0.4 to 4.1 kB.
  if (isDefinition(source)) return 158_500
  if (/\/(CreateStore|AdminSso|MobileSso|PaymentDetails|GiftCardSetup|Cognito)\.tsx$/.test(source))
    return 198_500
  const isList = /create(?:List|Log)Screen\(/.test(await readFile(source, 'utf8'))
  if (!isList) return 181_500
  return /\/(Sizes|Colors|Attributes)\.tsx$/.test(source) ? 158_500 : 165_000
}

test('the screens are found', () => {
  expect(sources.length).toBeGreaterThan(6)
})

describe.each(sources)('%s', (source) => {
  test('loads no more JavaScript than its budget, in few scripts', async () => {
    const { bytes, scripts } = await firstLoadOf('dist', source)
    expect(bytes).toBeLessThanOrEqual(await budgetOf(source))
    // Messages that these share with logs, jobs, and lists are chunks of their own, one for each set of pages.
    expect(scripts.length).toBeLessThanOrEqual(
      /\/(PaymentDetails|AdminSso|MobileSso)\.tsx$/.test(source) ? 17 : 13,
    )
  })

  test('is waited for by no chain over 2: the page names all that its scripts import', async () => {
    const { unnamed } = await firstLoadOf('dist', source)
    expect(unnamed).toEqual([])
  })

  test.skipIf(isDefinition(source))(
    'imports the one module that makes its chunks few',
    async () => {
      const shared = source.endsWith('/SignIn.tsx')
        ? 'everywhere'
        : '(signedIn|stores|storeForms|people|integrations)'
      expect(await readFile(source, 'utf8')).toMatch(
        new RegExp(`^import '#client/frame/${shared}.ts'`, 'm'),
      )
    },
  )
})
