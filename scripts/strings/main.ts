import { parseArgs } from 'node:util'
import { findLanguageErrors } from './languageErrors.ts'
import { readTexts } from './readTexts.ts'
import type { Text } from './readTexts.ts'

const usage =
  'npm run strings -- [--kind KIND] [--errors] [--unmoved] [--sample COUNT] [PATH...] prints every text that a user can read. PATH is how the files begin.'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    errors: { type: 'boolean', default: false },
    unmoved: { type: 'boolean', default: false },
    sample: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const isWanted = (text: Text) =>
  (values.kind === undefined || text.kind === values.kind) &&
  (!values.unmoved || !text.isHome) &&
  (!values.errors || findLanguageErrors(text).length > 0) &&
  (positionals.length === 0 || positionals.some((path) => text.file.startsWith(path)))

/** Returns a random sample of `count` texts. */
function takeSample(texts: Text[], count: number): Text[] {
  const remaining = [...texts]
  const sample: Text[] = []
  while (sample.length < count && remaining.length > 0)
    sample.push(...remaining.splice(Math.floor(Math.random() * remaining.length), 1))
  return sample
}

if (values.help) console.log(usage)
else {
  const texts = readTexts().filter(isWanted)
  for (const text of values.sample ? takeSample(texts, Number(values.sample)) : texts) {
    const errors = values.errors ? `\t(${findLanguageErrors(text).join(', ')})` : ''
    console.log(`${text.file}:${text.line}\t${text.kind}\t${text.text}${errors}`)
  }
}
