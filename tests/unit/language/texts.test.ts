import { expect, test } from 'vitest'
import { findLanguageErrors } from '#scripts/strings/languageErrors.ts'
import { readTexts } from '#scripts/strings/readTexts.ts'
import type { Text } from '#scripts/strings/readTexts.ts'
import { unmovedFiles, unwordedFiles } from './pendingFiles.ts'

const texts = readTexts()
const formatPlace = ({ file, line, text }: Text) => `${file}:${line} ${text}`

test('issue 36: texts of every kind are read from every part of the product', () => {
  expect(new Set(texts.map(({ kind }) => kind)).size).toBe(16)
  expect(new Set(texts.map(({ file }) => file.split('/')[0]))).toEqual(
    new Set(['client', 'scripts', 'server', 'shared']),
  )
})

test('issue 36: every text is in a message file, except in pending files', () => {
  const unmoved = texts.filter(({ isHome }) => !isHome)
  expect(unmoved.filter(({ file }) => !unmovedFiles.includes(file)).map(formatPlace)).toEqual([])
})

test('wording.md: no text has a banned word or form', () => {
  const errors = texts
    .filter(({ file }) => !unwordedFiles.includes(file))
    .flatMap((text) => findLanguageErrors(text).map((error) => `${formatPlace(text)}: ${error}`))
  expect(errors).toEqual([])
})

test('the lists of pending files name no file that is done', () => {
  const unmoved = new Set(texts.filter(({ isHome }) => !isHome).map(({ file }) => file))
  const unworded = new Set(
    texts.filter((text) => findLanguageErrors(text).length > 0).map(({ file }) => file),
  )
  expect(unmovedFiles.filter((file) => !unmoved.has(file))).toEqual([])
  expect(unwordedFiles.filter((file) => !unworded.has(file))).toEqual([])
})
