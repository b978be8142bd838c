import { expect, test } from 'vitest'
import { findLanguageFaults } from '#scripts/strings/languageFaults.ts'
import { readTexts } from '#scripts/strings/readTexts.ts'
import type { Text } from '#scripts/strings/readTexts.ts'
import { unmovedFiles, unwordedFiles } from './pendingFiles.ts'

const texts = readTexts()
const at = ({ file, line, text }: Text) => `${file}:${line} ${text}`

test('issue 36: texts are read of every kind, from every part of the product', () => {
  expect(new Set(texts.map(({ kind }) => kind)).size).toBe(16)
  expect(new Set(texts.map(({ file }) => file.split('/')[0]))).toEqual(
    new Set(['client', 'scripts', 'server', 'shared']),
  )
})

test('issue 36: a text that stands in a place for no texts is moved into a message file', () => {
  const unmoved = texts.filter(({ isHome }) => !isHome)
  expect(unmoved.filter(({ file }) => !unmovedFiles.includes(file)).map(at)).toEqual([])
})

test('wording.md: no text has a banned word or form', () => {
  const faults = texts
    .filter(({ file }) => !unwordedFiles.includes(file))
    .flatMap((text) => findLanguageFaults(text).map((fault) => `${at(text)}: ${fault}`))
  expect(faults).toEqual([])
})

test('the lists of files that have yet to be moved or reworded name no file that is done', () => {
  const unmoved = new Set(texts.filter(({ isHome }) => !isHome).map(({ file }) => file))
  const unworded = new Set(
    texts.filter((text) => findLanguageFaults(text).length > 0).map(({ file }) => file),
  )
  expect(unmovedFiles.filter((file) => !unmoved.has(file))).toEqual([])
  expect(unwordedFiles.filter((file) => !unworded.has(file))).toEqual([])
})
