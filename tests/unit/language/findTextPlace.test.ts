import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findLanguageErrors } from '#scripts/strings/languageErrors.ts'
import { readTexts } from '#scripts/strings/readTexts.ts'

/** Creates a project of these files in a temporary folder. */
async function createProject(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'texts-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const config = { compilerOptions: { noLib: true, types: [], jsx: 'preserve' }, include: ['**/*'] }
  for (const [path, text] of Object.entries({
    ...files,
    'tsconfig.json': JSON.stringify(config),
  })) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return root
}

test("a text's place decides its kind, and whether it must move to a message file", async () => {
  const root = await createProject({
    'shared/areas/colors/colors.ts': `defineResource({ ink: text('Ink', { hint: 'For refills.' }) })\nconst key = 'ink_color'`,
    'client/pens/words.ts':
      "export const penWords = { saveFailed: 'We could not save the pen.', sure: (name: string) => `Delete ${name}?` }",
    'client/pens/Pens.tsx': `export const a = <p className="wide box" aria-label="All pens">Two pens</p>`,
    'server/platform/pens/refill.ts':
      "throw badRequest('Enter an amount of ink.')\nconst known = new Error('pen is broken')\nawait sql`select all pens from pens`",
  })
  const texts = readTexts(root).map(({ file, line, kind, text, isHome }) => [
    `${file}:${line}`,
    kind,
    text,
    isHome,
  ])
  expect(texts).toEqual([
    ['client/pens/Pens.tsx:1', 'label', 'All pens', false],
    ['client/pens/Pens.tsx:1', 'label', 'Two pens', false],
    ['client/pens/words.ts:1', 'error', 'We could not save the pen.', true],
    ['client/pens/words.ts:1', 'confirmation', 'Delete {}?', true],
    ['server/platform/pens/refill.ts:1', 'API problem', 'Enter an amount of ink.', false],
    ['shared/areas/colors/colors.ts:1', 'label', 'Ink', true],
    ['shared/areas/colors/colors.ts:1', 'hint', 'For refills.', true],
  ])
})

test.each([
  ['hint', 'None: all.', ['starts like a fragment']],
  ['hint', 'You see to it.', ['says see to']],
  ['toast', 'It was read anew.', ['says anew', 'starts with It']],
  ['label', 'e-mail id', ['says e-mail', 'says id for ID']],
  ['label', '{} % ready', ['says a space before %']],
  ['hint', 'Enter a name. Use letters. Use digits.', ['is a hint of more than two sentences']],
  ['error', "We couldn't reach Runa. Check the API key, then test again.", []],
  ['confirmation', 'Disable Relay?', []],
] as const)('the %s "%s" breaks these rules of wording.md: %j', (kind, text, errors) => {
  expect(findLanguageErrors({ kind, text })).toEqual(errors)
})
