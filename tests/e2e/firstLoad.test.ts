import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { measureFirstLoad, findScreenSources } from '../support/browser/firstLoad.ts'

const sources = await findScreenSources()

/** Returns whether a resource definition is the whole screen. */
const isDefinition = (source: string) => source.startsWith('shared/')

/**
 * JavaScript of a first load, brotli, in bytes. design.md allows 125 kB for sign-in and 220 kB for
 * other pages; these tighter limits keep pages from growing unnoticed (scripts/bench/README.md).
 */
function getBudget(source: string): number {
  if (source.endsWith('/SignIn.tsx')) return 125_000
  const isFormPage =
    /\/(CreateStore|CreateUserGroup|AdminSso|MobileSso|PaymentDetails|GiftCardSetup|Cognito)\.tsx$/
  if (isFormPage.test(source)) return 214_000
  return /\/(Dashboard|Store)\.tsx$/.test(source) ? 192_000 : 186_000
}

test('more than six screens are found', () => {
  expect(sources.length).toBeGreaterThan(6)
})

describe.each(sources)('%s', (source) => {
  test('loads no more JavaScript than its budget, in few scripts', async () => {
    const { bytes, scripts } = await measureFirstLoad('dist', source)
    expect(bytes).toBeLessThanOrEqual(getBudget(source))
    expect(scripts.length).toBeLessThanOrEqual(12)
  })

  test('needs no chain of requests longer than 2: the page names every script that its scripts import', async () => {
    const { unnamed } = await measureFirstLoad('dist', source)
    expect(unnamed).toEqual([])
  })

  test.skipIf(isDefinition(source))(
    'imports the frame module that keeps its chunks few',
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
