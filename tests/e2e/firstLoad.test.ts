import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { firstLoadOf, screenSources } from '../support/browser/firstLoad.ts'

const sources = await screenSources()

/** A definition that is a screen by itself. */
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
  return /\/(Dashboard|Store)\.tsx$/.test(source) ? 192_000 : 184_000
}

test('the screens are found', () => {
  expect(sources.length).toBeGreaterThan(6)
})

describe.each(sources)('%s', (source) => {
  test('loads no more JavaScript than its budget, in few scripts', async () => {
    const { bytes, scripts } = await firstLoadOf('dist', source)
    expect(bytes).toBeLessThanOrEqual(getBudget(source))
    expect(scripts.length).toBeLessThanOrEqual(12)
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
