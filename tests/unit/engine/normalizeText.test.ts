import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  explainInvalidDomain,
  hostNamePattern,
  normalizeDomain,
} from '#shared/engine/domainName.ts'
import { isEmail, normalizeAccountEmail, normalizeEmail } from '#shared/engine/emailAddress.ts'
import {
  normalizeLine,
  normalizeLines,
  normalizeSecret,
  toComparableText,
} from '#shared/engine/normalizeText.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { normalizeFieldText } from '#shared/engine/fields/kind.ts'
import { list } from '#shared/engine/fields/fields.ts'
import { parseValue } from '#shared/engine/fields/formValues.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { resources } from '#shared/areas/index.ts'
import { getFieldStorage } from '#server/platform/core/records/fieldStorage.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { users } from '#shared/areas/users/users.ts'

/** All characters that Unicode says are invisible. */
const invisible = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character))

describe('A line of text', () => {
  test.each([
    ['Zero\u200B width', 'Zero width'],
    ['\u00A0Nbsp\u00A0', 'Nbsp'],
    ['Soft\u00ADhyphen', 'Softhyphen'],
    ['\uFEFFMark', 'Mark'],
    ['Mu\u0308ller', 'Müller'],
    ['e\u200B\u0301', 'é'],
    ['Case  zero', 'Case zero'],
    ['Case\u3000\u2003zero\u2028', 'Case zero'],
    ['\u202Eabc\u2066', 'abc'],
    ['a\uFE0F1\uFE0F', 'a1'],
    ['\u3164', ''],
    ['  \t plain\r\n', 'plain'],
    // What changes the reading stays: Persian, Sinhala, emoji, a keycap, a flag, a Japanese name.
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['ශ්\u200Dරී', 'ශ්\u200Dරී'],
    ['Family 👨\u200D👩\u200D👧', 'Family 👨\u200D👩\u200D👧'],
    ['❤\uFE0F 1\uFE0F\u20E3', '❤\uFE0F 1\uFE0F\u20E3'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['葛\u{E0100}', '葛\u{E0100}'],
    // The same characters are removed where they change nothing.
    ['a\u200Cb\u200D', 'ab'],
    ['👨\u200D', '👨'],
    ['می\u200C', 'می'],
    ['\u0301\u094D\u200D', '\u094D\u0301'],
  ])('%j becomes %j', (text, line) => expect(normalizeLine(text)).toBe(line))

  test('loses invisible characters between letters, and stays the same when normalized again', () => {
    for (const character of invisible) {
      expect(normalizeLine(`A${character}b`)).toBe('Ab')
      expect(normalizeLine(`${character}é${character}`)).toBe('é')
      expect(normalizeSecret(`sk_${character}1`)).toBe('sk_1')
      expect(toComparableText(`Ä${character} ß`)).toBe('ä ß')
    }
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...invisible.slice(0, 40), ' ', '\u0301', '❤', 'न', '्', 'م', 'é', 'ẞ'),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('').toWellFormed()
        const line = normalizeLine(text)
        expect(normalizeLine(line)).toBe(line)
        expect(line.normalize('NFC')).toBe(line)
        expect(line).not.toMatch(/^\p{Z}|\p{Z}$|\p{Z}\p{Z}/u)
        expect(toComparableText(line)).toBe(toComparableText(text))
        expect(toComparableText(text)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
        expect(normalizeLines(normalizeLines(text))).toBe(normalizeLines(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('is normalized in linear time', () => {
    for (const one of ['\u200D', '❤\u200D', ' ', '\u0301', 'न\u200D', '.@', 'a@']) {
      const text = one.repeat(100_000)
      // CPU time, because other work on the machine takes none of it.
      const start = process.cpuUsage()
      toComparableText(text)
      normalizeLines(text)
      isEmail(normalizeAccountEmail(text))
      normalizeDomain(text)
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000)
    }
  })

  test('keeps line breaks and meaningful joiners in longer texts', () => {
    expect(normalizeLines('One  two\n\n- می\u200Cخواهم\u200B\n')).toBe(
      'One  two\n\n- می\u200Cخواهم',
    )
  })
})

const textFields = resources.flatMap(({ name: resource, fields }) =>
  Object.entries(fields)
    .filter(([, { kind }]) => ['text', 'longText', 'secret', 'list'].includes(kind))
    .map(([name, field]) => ({ place: `${resource}.${name}`, field })),
)

describe('No invisible character', () => {
  test.each(textFields)('survives in $place', ({ field }) => {
    const { parse, csv } = getKind(field)
    const typed = '\uFEFFA\u200Bb\u00AD\u2066c\u3164 '
    const values = [
      parseValue(field, typed),
      parse(typed, field, {}),
      csv?.in(typed, field, {}),
      getFieldStorage(field).normalize(field.kind === 'list' ? [typed] : typed, field),
    ]
    expect(JSON.stringify(values)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
    expect(JSON.stringify(values).toLowerCase()).toContain('abc')
    const onlyInvisible = getFieldStorage(field).normalize('\u200B\u00AD', field)
    expect(onlyInvisible === null || onlyInvisible === undefined).toBe(true)
    expect(parseValue(field, '\u200B\u00AD')).toEqual(getKind(field).emptyValue)
  })
})

describe('Texts that look the same', () => {
  test.each([
    ['Müller', 'Mu\u0308ller'],
    ['CASE ZERO', 'Case zero'],
    ['Two  spaces', 'Two spaces'],
    ['ÄÖÜ', 'äöü'],
    ['Σίσυφος', 'ΣΊΣΥΦΟς'],
    ['BG\u200BA', 'bga'],
    ['می\u200Cخواهم', 'میخواهم'],
  ])('%s and %s are the same', (one, other) =>
    expect(toComparableText(one)).toBe(toComparableText(other)),
  )

  test.each([
    ['Müller', 'Muller'],
    ['Strasse', 'Straße'],
    ['a b', 'ab'],
  ])('%s and %s differ', (one, other) =>
    expect(toComparableText(one)).not.toBe(toComparableText(other)),
  )
})

const getEmailError = (typed: string) => {
  const field = users.fields.email
  return validateField(field, normalizeFieldText(field, typed))
}

describe('An email address', () => {
  test.each([
    ['AMARA.YOUNG43@EXAMPLE.ORG', 'amara.young43@example.org'],
    ['mailto:x@case.example', 'x@case.example'],
    ['MAILTO:X@case.example', 'x@case.example'],
    ['info@MÜLLER.example', 'info@xn--mller-kva.example'],
    ['info@xn--mller-kva.example', 'info@xn--mller-kva.example'],
    ['info@Mu\u0308ller.example', 'info@xn--mller-kva.example'],
    ['x\u200B@case.example\u200B', 'x@case.example'],
    ['x@пример.рф', 'x@xn--e1afmkfd.xn--p1ai'],
    ['jürgen@case.example', 'jürgen@case.example'],
    ["o'neil+tag@sub.case.example", "o'neil+tag@sub.case.example"],
  ])('%s is stored as %s', (typed, email) => {
    expect(normalizeAccountEmail(typed)).toBe(email)
    expect(getEmailError(typed)).toBeUndefined()
  })

  test.each([
    ['a@b..com', 'Email is not valid. Remove the extra dot.'],
    ['a@case.example.', 'Email is not valid. Remove the dot at the end.'],
    [
      'a@-case.example',
      'Email is not valid. Remove the hyphen next to a dot, or at the start or end of the domain.',
    ],
    [
      'a@case-.example',
      'Email is not valid. Remove the hyphen next to a dot, or at the start or end of the domain.',
    ],
    ['a@case', "Email is not valid. Add the domain's ending, such as .com."],
    [
      'a@ca_se.example',
      "Email is not valid. Remove the underscore. Domains can't contain underscores.",
    ],
    [
      `a@${'x'.repeat(64)}.example`,
      "Email is not valid. Shorten the part that's longer than 63 characters.",
    ],
    ['.a@case.example', 'Email is not valid. Remove the extra dot before the @.'],
    ['a.@case.example', 'Email is not valid. Remove the extra dot before the @.'],
    ['a..b@case.example', 'Email is not valid. Remove the extra dot before the @.'],
    [
      'mailto:a@case.example?subject=x',
      'Email is not valid. Enter only the address, without mailto: or anything after a question mark.',
    ],
    ['a@10.0.0.1', 'Email must be an email address'],
    ['a b@case.example', 'Email must be an email address'],
    ['a@b@case.example', 'Email must be an email address'],
    ['"a"@case.example', 'Email must be an email address'],
    ['a', 'Email must be an email address'],
    ['@case.example', 'Email must be an email address'],
  ])('%s is rejected: %s', (typed, sentence) => expect(getEmailError(typed)).toBe(sentence))

  test('stays the same when normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.domain(), (local, domain) => {
        const email = normalizeEmail(normalizeLine(`${local}@${domain}`))
        if (isEmail(email)) expect(normalizeEmail(normalizeLine(email))).toBe(email)
      }),
    )
  })
})

describe("A store's domain", () => {
  const getDomainError = (typed: string) => {
    const field = stores.fields.domain
    const value = normalizeFieldText(field, typed)
    return validateField(field, value) ?? `is ${value}`
  }
  test.each([
    ['müller.example', 'is xn--mller-kva.example'],
    ['MÜLLER.example', 'is xn--mller-kva.example'],
    ['shop.example.com.', 'is shop.example.com'],
    ['https://shop.example.com/', 'is shop.example.com'],
    ['http://Shop.Example.com', 'is shop.example.com'],
    ['https://müller.example/', 'is xn--mller-kva.example'],
    ['shop\u200B.example.com', 'is shop.example.com'],
    [
      'https://shop.example.com/de',
      'Custom domain is not valid. Enter only the domain, without https://, a path, or a port.',
    ],
    [
      'shop.example.com:8443',
      'Custom domain is not valid. Enter only the domain, without https://, a path, or a port.',
    ],
    ['info@example.com', 'Custom domain is not valid. Enter only the part after the @.'],
    [
      '*.example.com',
      'Custom domain is not valid. Enter a single domain, without an asterisk (*).',
    ],
    [
      'my_shop.example.com',
      "Custom domain is not valid. Remove the underscore. Domains can't contain underscores.",
    ],
    ['shop..example.com', 'Custom domain is not valid. Remove the extra dot.'],
    [
      '-shop.example.com',
      'Custom domain is not valid. Remove the hyphen next to a dot, or at the start or end of the domain.',
    ],
    ['shop', "Custom domain is not valid. Add the domain's ending, such as .com."],
    ['my shop.com', 'Custom domain is not valid. Remove the spaces.'],
  ])('%s: %s', (typed, sentence) => expect(getDomainError(typed)).toBe(sentence))

  test('loses the @ of an email domain', () => {
    const field = list('Domains', { max: 253, pattern: patterns.emailDomain })
    expect(normalizeFieldText(field, '@Müller.example')).toBe('xn--mller-kva.example')
  })

  test('is a host name, or has no explanation', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        const host = normalizeDomain(domain)
        expect(hostNamePattern.test(host) || explainInvalidDomain(host) === undefined).toBe(true)
      }),
    )
  })
})
